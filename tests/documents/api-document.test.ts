/** @module-tag sweep */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import { runTool } from './run-tool.ts';

const t = setUpShop();

it('passes Redocly’s recommended rules', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-document-'));
  const file = join(folder, 'openapi.json');
  await writeFile(file, await (await fetch(`${t.url}/openapi.json`)).text());
  expect(JSON.parse(await runTool('judge-openapi.js', file))).toEqual([]);
  await rm(folder, { recursive: true });
});
