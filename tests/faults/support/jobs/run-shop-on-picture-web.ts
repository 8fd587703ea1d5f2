import { addBuiltPages } from '#server/pages/add-built-pages.ts';
import { buildIfStale } from '#server/pages/build-pages.ts';
import { runShop } from '#server/run-shop.ts';
import { networkTo } from '#tests/support/picture-web.ts';

// The shop as `npm start` runs it, except that every host that pictures are fetched from is this port.
await runShop(
  { name: 'run-shop-on-picture-web', takes: 'PORT', about: [] },
  {
    preparePages: buildIfStale,
    addPages: addBuiltPages,
    network: networkTo(Number(process.argv[2])),
  },
);
