import { addBuiltPages } from '#server/pages/add-built-pages.ts';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { runShop } from '#server/run-shop.ts';
import { networkTo } from '#tests/support/picture-web.ts';

const [webPort, stripePort] = (process.argv[2] ?? '').split(':').map(Number);

// The shop as `npm start` runs it, except that every host that pictures are fetched from is the first port,
// and Stripe the second.
await runShop(
  { name: 'run-shop-on-pretended-web', takes: 'PORT[:PORT]', about: [] },
  {
    preparePages: buildIfStale,
    addPages: addBuiltPages,
    network: networkTo(webPort ?? 0),
    ...(stripePort && { pretendedStripe: { host: '127.0.0.1', port: stripePort, protocol: 'http' } }),
  },
);
