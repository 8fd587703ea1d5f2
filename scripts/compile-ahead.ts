import { pathToFileURL } from 'node:url';
import { buildFolders } from '#server/pages/build-pages.ts';

/** Loads what a start loads, so that Node keeps the compiled form of it (scripts/keep-compiled.js):
 * for a folder that the shop will not be able to write to. Flags of V8 and the user must be those of
 * the start, or it keeps to itself. */
await import('#server/run-shop.ts');
await import('#server/pages/add-built-pages.ts');
await import(pathToFileURL(buildFolders.serverEntry).href);
