import { addBuiltPages } from '#server/pages/add-built-pages.ts';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { runShop } from '#server/run-shop.ts';

const [host = '', port] = process.argv[2]?.split(':') ?? [];

// The shop as `npm start` runs it, except that Stripe is at this address.
await runShop(
  { name: 'run-stripe-shop', takes: 'HOST:PORT', about: [] },
  {
    preparePages: buildIfStale,
    addPages: addBuiltPages,
    pretendedStripe: { host, port: Number(port), protocol: 'http' },
  },
);
