import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bombs } from './support/hostile-bombs.ts';
import { damagedPictures } from './support/hostile-damaged.ts';
import { drawings } from './support/hostile-drawings.ts';
import { goodPicture, type HostileKind } from './support/hostile-file.ts';
import { wrongUploads } from './support/hostile-forms.ts';
import { polyglots } from './support/hostile-polyglots.ts';
import { residentBytes, watchMemory } from './support/process-tree.ts';
import { reportFigure } from './support/report-figure.ts';
import { scaled } from './support/scale.ts';
import { createSeededRandom } from './support/seeded-random.ts';
import { type ShopFleet, startShopFleet } from './support/shop-fleet.ts';
import { fileForm, sendForm } from './support/upload-form.ts';

const kinds = [...polyglots, ...bombs, ...damagedPictures, ...drawings, ...wrongUploads];
// At the least one of each kind.
const FILES = scaled(500, kinds.length);
const SENDERS = 4;
const MEGABYTE = 1024 * 1024;

const random = createSeededRandom(20261121);
let fleet: ShopFleet;

beforeAll(async () => {
  fleet = await startShopFleet(1);
  await fleet.makeTool();
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

/** Stores a picture and waits until its AVIF is made. */
async function storeGoodPicture(): Promise<void> {
  const { status, body } = await send(fileForm(await goodPicture(random, 'jpeg')));
  expect(status).toBe(200);
  const row = () =>
    fleet.shop.db
      .selectFrom('pictures')
      .select('avif_srcset')
      .where('url', '=', body.data?.url ?? '')
      .executeTakeFirstOrThrow();
  await expect.poll(async () => (await row()).avif_srcset, { timeout: 30_000 }).not.toBeNull();
}

/** Asks for the catalogue again and again until told to stop. */
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

/** Sends one hostile file; answers what is wrong about the reply, if anything is. */
async function tryKind({ kind, status, make }: HostileKind): Promise<string[]> {
  const reply = await send(await make(random));
  const refused = reply.status === status && reply.body.error?.field === 'image';
  return refused ? [] : [`${kind}: ${reply.status} ${JSON.stringify(reply.body)}`];
}

test(`${FILES} hostile files are refused, and nothing of them stays`, async () => {
  // The process that decodes is up, as in a shop that takes pictures.
  await storeGoodPicture();
  const before = await kept();
  const pid = fleet.processes[0].pid();
  const level = residentBytes(pid);
  const memory = watchMemory(pid);
  const catalogue = watchCatalogue();

  const queue = Array.from({ length: FILES }, (_, index) => kinds[index % kinds.length]);
  const taken: string[] = [];
  async function work(): Promise<void> {
    for (let kind = queue.shift(); kind; kind = queue.shift()) taken.push(...(await tryKind(kind)));
  }
  await Promise.all(Array.from({ length: SENDERS }, work));

  const grownMegabytes = Math.round((memory.stop() - level) / MEGABYTE);
  const statuses = await catalogue.stop();
  expect(taken).toEqual([]);
  expect(await kept()).toEqual(before);
  expect(grownMegabytes).toBeLessThanOrEqual(150);
  expect(statuses.length).toBeGreaterThan(0);
  expect(new Set(statuses)).toEqual(new Set([200]));
  await storeGoodPicture();
  reportFigure(
    'uploads are harmless',
    `${FILES} hostile files of ${kinds.length} kinds, 0 stored, resident memory + ${grownMegabytes} MB, ` +
      `${statuses.length} reads of the catalogue answered meanwhile`,
  );
});
