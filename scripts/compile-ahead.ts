import { pathToFileURL } from 'node:url';
import { buildFolders } from '#server/pages/build-pages.ts';

/** Loads what a start loads, so that Node stores its compiled code (scripts/keep-compiled.js) for a folder
 * that the shop cannot write to. V8 flags and the user must be those of the start, otherwise the stored code
 * is not used. */
await import('#server/run-shop.ts');
await import('#server/pages/add-built-pages.ts');
await import(pathToFileURL(buildFolders.serverEntry).href);
