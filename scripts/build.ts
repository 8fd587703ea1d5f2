import { buildPages } from '#server/pages/build-state.ts';

await buildPages((line) => process.stdout.write(`${line}\n`));
