import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeZip } from './write-zip.ts';

/** Reads an archive with Python. */
const reader = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[name, archive.read(name).decode()] for name in archive.namelist()]))`;

async function* files(count: number) {
  for (let index = 0; index < count; index += 1)
    yield { name: `INV-${index}.pdf`, bytes: Buffer.from(`paper ${index}`) };
}

it.each([0, 3, 70_000])('writes an archive of %i files that another program reads in full', async (count) => {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  const file = join(folder, 'papers.zip');
  const parts: Uint8Array[] = [];
  for await (const part of writeZip(files(count), {
    at: new Date('2026-12-01T04:05:08Z'),
    zone: 'America/New_York',
  }))
    parts.push(part);
  writeFileSync(file, Buffer.concat(parts));
  const read: [string, string][] = JSON.parse(
    execFileSync('python3', ['-c', reader, file], { encoding: 'utf8', maxBuffer: 1e8 }),
  );
  rmSync(folder, { recursive: true });
  expect(read.length).toBe(count);
  expect(read.at(-1)).toEqual(count === 0 ? undefined : [`INV-${count - 1}.pdf`, `paper ${count - 1}`]);
});
