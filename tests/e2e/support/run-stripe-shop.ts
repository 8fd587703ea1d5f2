import { addBuiltPages } from '#server/pages/add-built-pages.ts';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { runShop } from '#server/run-shop.ts';

const port = Number(process.argv[2]);

// The shop as `npm start` runs it, except that Stripe is on loopback.
await runShop(
  { name: 'run-stripe-shop', takes: 'PORT', about: [] },
  {
    preparePages: buildIfStale,
    addPages: addBuiltPages,
    pretendedStripe: { host: '127.0.0.1', port, protocol: 'http' },
  },
);
