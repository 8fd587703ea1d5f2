/** @module-tag sweep */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { renderEmail } from '#features/emails/render-email.ts';
import { origin, sampleEmails, shop } from '#tests/support/sample-emails.ts';
import { runTool } from './run-tool.ts';

it('every email is valid HTML', async () => {
  const documents = Object.entries(sampleEmails).map(([name, email]) => [
    name,
    renderEmail(email, shop, origin).html,
  ]);
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-emails-'));
  const file = join(folder, 'emails.json');
  await writeFile(file, JSON.stringify(Object.fromEntries(documents)));
  const problems = JSON.parse(await runTool('judge-html.js', file));
  expect(problems).toEqual(Object.fromEntries(documents.map(([name]) => [name, []])));
  await rm(folder, { recursive: true });
});
