import { createClient } from '@hey-api/openapi-ts';
import { generate } from 'orval';

// Generates two clients of a shop from its API's description: FILE, FOLDER, and the shop's address.

const [, , input, folder, baseUrl] = process.argv;
await createClient({
  input,
  output: { path: `${folder}/hey-api`, module: { extension: '.ts' } },
  logs: { level: 'silent' },
});
await generate({
  input: { target: input },
  output: { target: `${folder}/orval/shop.ts`, client: 'fetch', mode: 'single', baseUrl },
});
