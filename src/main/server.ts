import { addBuiltPages } from './pages/add-built-pages.ts';
import { buildIfStale } from './pages/build-state.ts';
import { runShop } from './run-shop.ts';

await runShop({ preparePages: buildIfStale, addPages: addBuiltPages });
