/** @module-tag sweep */
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bombs } from './support/hostile-bombs.ts';
import { damagedPictures } from './support/hostile-damaged.ts';
import { drawings } from './support/hostile-drawings.ts';
import { formats, goodPicture, type HostileKind } from './support/hostile-file.ts';
import { wrongUploads } from './support/hostile-forms.ts';
import { polyglots } from './support/hostile-polyglots.ts';
import { residentBytes, watchMemory } from './support/process-tree.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { createSeededRandom } from './support/seeded-random.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';
import { fileForm, sendForm } from './support/upload-form.ts';

const kinds = [...polyglots, ...bombs, ...damagedPictures, ...drawings, ...wrongUploads];
// At least one of each kind.
const FILES = scaled(500, kinds.length);
const SENDERS = 4;
const MEGABYTE = 1024 * 1024;

const SEED = 20261121;
const random = createSeededRandom(SEED);
let fleet: ShopFleet;
let tool: { img: string };

beforeAll(async () => {
  fleet = await startShopFleet(1);
  tool = await fleet.makeTool();
});
afterAll(() => fleet.stop());

async function kept(): Promise<{ files: string[]; temporary: string[]; rows: number; keys: number }> {
  const { shop } = fleet;
  const rows = await shop.db.selectFrom('pictures').select('id').execute();
  const keys = await shop.db.selectFrom('idempotency_keys').select('key').execute();
  return {
    files: (await readdir(shop.config.dataDir, { recursive: true })).sort(),
    temporary: (await readdir(tmpdir())).filter((name) => name.startsWith('vips')),
    rows: rows.length,
    keys: keys.length,
  };
}

function send(form: Parameters<typeof sendForm>[2]) {
  return sendForm(fleet.processes[0].origin, fleet.admin.token, form);
}

/** Uploads valid pictures from several senders, as on any day, and runs the resulting jobs. */
async function takeGoodPictures(each: number): Promise<void> {
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      for (let sent = 0; sent < each; sent += 1) {
        const format = random.pick(formats);
        const form = fileForm(await goodPicture(random, format), { type: `image/${format}` });
        expect((await send(form)).status).toBe(200);
      }
    }),
  );
  await expect.poll(withoutAvif, { timeout: 60_000 }).toEqual([]);
}

/** Uploaded pictures whose AVIF is still missing; the tool's own picture never gets one. */
function withoutAvif() {
  return fleet.shop.db
    .selectFrom('pictures')
    .select('url')
    .where('avif_srcset', 'is', null)
    .where('url', '!=', tool.img)
    .execute();
}

/** Requests the catalogue repeatedly until stopped. */
function watchCatalogue(): { stop(): Promise<number[]> } {
  const statuses: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) statuses.push((await fleet.processes[0].call('GET', '/tool')).status);
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return statuses;
    },
  };
}

/** Sends one hostile file; returns what is wrong with the reply, if anything. */
async function tryFile(number: number): Promise<string[]> {
  const { kind, status, make } = kindOf(number);
  // A generator per file, so the number determines the file, whichever sender has it.
  const reply = await send(await make(createSeededRandom(SEED + number)));
  const isRefused = reply.status === status && reply.body.error?.field === 'image';
  return isRefused ? [] : [`${number}, ${kind}: ${reply.status} ${JSON.stringify(reply.body)}`];
}

function kindOf(number: number): HostileKind {
  const kind = kinds[number % kinds.length];
  if (!kind) throw new Error('there is no kind of hostile file');
  return kind;
}

test(`${FILES} hostile files are refused, and nothing of them stays`, async () => {
  // Its memory is at the level of a shop at work.
  const readers = watchCatalogue();
  await takeGoodPictures(15);
  await readers.stop();
  const before = await kept();
  const pid = fleet.processes[0].pid();
  const level = residentBytes(pid);
  const memory = watchMemory(pid);
  const catalogue = watchCatalogue();

  const queue = Array.from({ length: FILES }, (_, number) => number);
  const taken: string[] = [];
  async function sendOn(): Promise<void> {
    for (let number = queue.shift(); number !== undefined; number = queue.shift()) {
      taken.push(...(await tryFile(number)));
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, sendOn));

  const grownMegabytes = Math.round((memory.stop() - level) / MEGABYTE);
  const statuses = await catalogue.stop();
  expect(taken).toEqual([]);
  expect(await kept()).toEqual(before);
  expect(grownMegabytes).toBeLessThanOrEqual(150);
  expect(statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await takeGoodPictures(1);
  reportFigure(
    'uploads are harmless',
    `${FILES} hostile files of ${kinds.length} kinds, 0 stored, resident memory + ${grownMegabytes} MB, ` +
      `${statuses.length} reads of the catalogue answered meanwhile`,
  );
});
