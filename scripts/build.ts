import { buildPages } from '#main/pages/build-state.ts';

await buildPages((line) => process.stdout.write(`${line}\n`));
