import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { writeZip } from './write-zip.ts';

/** Reads an archive with Python. */
const reader = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
print(json.dumps([[name, archive.read(name).decode()] for name in archive.namelist()]))`;

const written = { at: new Date('2026-12-01T04:05:08Z'), zone: 'America/New_York' };

async function readZip(archive: AsyncIterable<Uint8Array>): Promise<[name: string, text: string][]> {
  const folder = mkdtempSync(join(tmpdir(), 'zip-'));
  const file = join(folder, 'papers.zip');
  const bytes: Uint8Array[] = [];
  for await (const part of archive) bytes.push(part);
  writeFileSync(file, Buffer.concat(bytes));
  const read = execFileSync('python3', ['-c', reader, file], { encoding: 'utf8', maxBuffer: 1e8 });
  rmSync(folder, { recursive: true });
  return JSON.parse(read);
}

async function* files(count: number) {
  for (let index = 0; index < count; index += 1)
    yield { name: `INV-${index}.pdf`, bytes: Buffer.from(`paper ${index}`) };
}

it.each([0, 3, 70_000])('writes an archive of %i files that another program reads in full', async (count) => {
  const read = await readZip(writeZip(files(count), written));
  expect(read.length).toBe(count);
  expect(read.at(-1)).toEqual(count === 0 ? undefined : [`INV-${count - 1}.pdf`, `paper ${count - 1}`]);
});

it('writes files in parts between others, and asks for a part only when there is room for it', async () => {
  let made = 0;
  async function* parts(count: number) {
    for (let index = 0; index < count; index += 1) {
      made += 1;
      yield `${randomBytes(5000).toString('hex')} Øl\n`;
    }
  }
  async function* mixed() {
    yield { name: 'empty.json', parts: parts(0) };
    yield { name: 'plain.pdf', bytes: Buffer.from('paper') };
    yield { name: 'large.csv', parts: parts(200) };
    yield { name: 'last.txt', bytes: Buffer.from('the end') };
  }
  const archive = writeZip(mixed(), written);
  const begun: Uint8Array[] = [];
  while (made === 0) begun.push((await archive.next()).value);
  expect(made).toBeLessThan(100);
  async function* whole() {
    yield* begun;
    yield* archive;
  }
  const read = await readZip(whole());
  expect(read.map(([name, { length }]) => [name, length])).toEqual([
    ['empty.json', 0],
    ['plain.pdf', 5],
    ['large.csv', 200 * 10_004],
    ['last.txt', 7],
  ]);
  expect(read[2]?.[1].split('\n', 1)[0]).toMatch(/^[0-9a-f]{10000} Øl$/);
});

it('ends what a file is made from when its reader leaves', async () => {
  let isEnded = false;
  async function* parts() {
    try {
      for (;;) yield randomBytes(5000).toString('hex');
    } finally {
      isEnded = true;
    }
  }
  async function* one() {
    yield { name: 'endless.csv', parts: parts() };
  }
  let bytes = 0;
  for await (const part of writeZip(one(), written)) {
    bytes += part.length;
    if (bytes > 100_000) break;
  }
  expect(isEnded).toBe(true);
});

it('leaves the failure of a part to its reader, even one that is busy then', async () => {
  async function* failing() {
    yield randomBytes(100_000).toString('hex');
    throw new Error('the database is away');
  }
  async function* one() {
    yield { name: 'orders.json', parts: failing() };
  }
  const reading = async () => {
    for await (const _ of writeZip(one(), written)) await setImmediate();
  };
  await expect(reading()).rejects.toThrow('the database is away');
});
