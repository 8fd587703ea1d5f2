import { buildPages } from '#server/pages/build-pages.ts';

await buildPages((line) => process.stdout.write(`${line}\n`));
