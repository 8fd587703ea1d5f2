import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { limitConcurrency } from '#platform/concurrency.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { csv, readReport, sendImport, toolsFile } from '#tests/support/imports.ts';
import { noiseJpeg } from '#tests/support/pictures.ts';
import { upload } from '#tests/support/uploads.ts';
import type { Begin, Piece } from './piece.ts';
import type { World } from './world.ts';

/** More than are written in one step. */
const ROWS = 120;
const PICTURES = 3;

/** A sent file of new tools, and how it stands. `pictures`: how many of them have one elsewhere. */
async function send(world: World, pictures = 0) {
  const { t, admin } = world;
  const name = uuid().slice(-12).toUpperCase();
  const rows = Array.from({ length: ROWS }, (_, nth) => {
    const img = nth < pictures ? `https://pictures.example/${name}-${nth}.png` : '';
    return `${name}-${nth},Rasp ${name} ${nth},5,7,${img}`;
  });
  const file = csv('part_number,name,price,available_quantity,img', ...rows);
  const { status, body } = await sendImport(t, admin, toolsFile(file));
  if (status !== 201) throw new Error(`the file was answered ${status}: ${JSON.stringify(body)}`);
  const importId = body.id;
  const act = async (action: 'apply' | 'undo') =>
    void expectStatus(await t.call('POST', `/imports/${importId}/${action}`, { token: admin.token }), 200);
  const tools = t.shop.db.selectFrom('tools').where('part_number', 'like', `${name}-%`);
  const facts = async () => {
    const { state, rows: read, wrong, added } = await readReport(t, admin, importId);
    const made = await tools.select(['id', 'on_hand']).where('deleted_at', 'is', null).execute();
    const moved = await t.shop.db
      .selectFrom('stock_movements')
      .select(['quantity'])
      .where('tool_id', 'in', tools.select('id'))
      .execute();
    return {
      ...{ state, read, wrong, added },
      tools: made.length,
      onHand: made.reduce((sum, tool) => sum + tool.on_hand, 0),
      moved: moved.reduce((sum, { quantity }) => sum + quantity, 0),
    };
  };
  const checked = { state: 'checked', read: ROWS, wrong: 0, added: ROWS, tools: 0, onHand: 0, moved: 0 };
  const applied = { ...checked, state: 'applied', tools: ROWS, onHand: 7 * ROWS, moved: 7 * ROWS };
  // The movements of a tool that is gone stay in its ledger.
  const undone = { ...checked, state: 'undone', moved: 7 * ROWS };
  return { importId, name, act, tools, facts, checked, applied, undone };
}

const acting = ({ admin }: World) => ({ actor: 'admin', userId: admin.userId });

const readImport: Begin = async (world) => {
  const { facts, checked } = await send(world);
  return [{ job: 'read-import', facts, expected: checked }];
};

/** A sent file that has been read; the next steps of it wait. */
async function sendAndRead(world: World, pictures = 0) {
  const sent = await send(world, pictures);
  await world.doNow('read-import', { importId: sent.importId });
  return sent;
}

/** One import can be applied at a time. */
const inTurn = limitConcurrency(1);

async function sendAndApply(world: World, pictures = 0) {
  const sent = await sendAndRead(world, pictures);
  await inTurn(async () => {
    await sent.act('apply');
    await world.lose('apply-import', { importId: sent.importId });
    await world.doNow('apply-import', { importId: sent.importId, acting: acting(world) });
  }, '');
  return sent;
}

const applyImport: Begin = async (world) => {
  const { act, facts, applied } = await sendAndRead(world);
  world.lastly.push(() => act('apply'));
  return [{ job: 'apply-import', facts, expected: applied }];
};

const undoImport: Begin = async (world) => {
  const { act, facts, undone } = await sendAndApply(world);
  world.lastly.push(() => act('undo'));
  return [{ job: 'undo-import', facts, expected: undone }];
};

const fetchPictures: Begin = async (world) => {
  const { tools, name } = await sendAndApply(world, PICTURES);
  const shown = tools.select('img').where('img', 'like', '/pictures/%');
  const facts = async () => {
    const addresses = (await shown.execute()).map(({ img }) => img);
    const files = addresses.map((img) => access(join(world.t.shop.config.dataDir, img ?? '')));
    await Promise.all(files);
    const asked = world.web.asked.filter((path) => path.includes(name));
    return { shown: new Set(addresses).size, asked: new Set(asked).size };
  };
  return [
    {
      job: 'fetch-pictures',
      needs: ['image host', 'disk'],
      facts,
      expected: { shown: PICTURES, asked: PICTURES },
    },
  ];
};

const makeAvif: Begin = async ({ t, admin }) => {
  const { body } = await upload(t, [{ bytes: await noiseJpeg({ width: 900, height: 600 }) }], admin);
  const { url } = body.data;
  const picture = t.shop.db.selectFrom('pictures').select('avif_srcset').where('url', '=', url);
  const facts = async () => {
    const srcset = (await picture.executeTakeFirstOrThrow()).avif_srcset ?? '';
    const names = srcset.split(', ').flatMap((each) => each.split(' ')[0] ?? []);
    await Promise.all(names.filter(Boolean).map((name) => access(join(t.shop.config.dataDir, name))));
    return { sizes: names.filter((name) => name.endsWith('.avif')).length };
  };
  const made: Piece = { job: 'make-avif', needs: ['disk'], facts, expected: { sizes: 3 } };
  return [made];
};

/** A tool whose reduced price ended yesterday. */
const endReductions: Begin = async ({ t }) => {
  const tool = await t.makeTool({ priceCents: 8_000 });
  await t.asOwner(
    `update tools set former_price_cents = 10000, reduced_until = '2020-01-01' where id = '${tool.id}'`,
  );
  await t.shop.jobs.enqueue(t.shop.db, 'end-reductions', {});
  const prices = t.shop.db
    .selectFrom('tool_prices')
    .select('price_cents')
    .where('tool_id', '=', tool.id)
    .orderBy('since');
  const reduced = t.shop.db
    .selectFrom('tools')
    .select(['price_cents', 'former_price_cents', 'reduced_until'])
    .where('id', '=', tool.id);
  const facts = async () => ({
    ...(await reduced.executeTakeFirstOrThrow()),
    prices: (await prices.execute()).map(({ price_cents }) => price_cents),
  });
  const expected = {
    ...{ price_cents: 10_000, former_price_cents: null, reduced_until: null },
    prices: [8_000, 10_000],
  };
  return [{ job: 'end-reductions', facts, expected }];
};

/** The jobs of the catalogue. */
export const catalogueJobs: Record<string, Begin> = {
  'end-reductions': endReductions,
  'make-avif': makeAvif,
  'read-import': readImport,
  'apply-import': applyImport,
  'undo-import': undoImport,
  'fetch-pictures': fetchPictures,
};
