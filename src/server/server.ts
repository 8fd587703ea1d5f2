import { addBuiltPages } from './pages/add-built-pages.ts';
import { buildIfStale } from './pages/build-pages.ts';
import { runShop } from './run-shop.ts';

const about = ['Starts the shop: its database, its pages, and itself. Ctrl-C, or SIGTERM, stops it.'];

await runShop({ name: 'start', about }, { preparePages: buildIfStale, addPages: addBuiltPages });
