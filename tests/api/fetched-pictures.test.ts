/** @module-tag sweep */
import { readFile } from 'node:fs/promises';
import { afterEach, describe, expect, it } from 'vitest';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import type { ImportChange } from '#features/imports/contract.ts';
import { fetchPictures } from '#features/imports/fetch-pictures.ts';
import { fetchProblemTexts as texts } from '#features/imports/fetch-problems.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import { checkFile, csv, moveOn, readReport } from '#tests/support/imports.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { openPictureWeb } from '#tests/support/picture-web.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { setUpForEach, setUpServer } from '#tests/support/set-up-shop.ts';
import { startTestShop } from '#tests/support/test-shop.ts';

const web = setUpServer(openPictureWeb);
const t = setUpServer(() => startTestShop({ SHOP_RATE_LIMIT: 'off' }, { network: web.network }));
const admin = setUpForEach(() => t.makeUser({ role: 'admin' }));

afterEach(() => {
  web.answers.clear();
  web.asked.length = 0;
});

let made = 0;
/** A file of one new tool with these pictures. */
function fileOf(...pictures: string[]) {
  made += 1;
  const number = `FP-${made}`;
  return {
    number,
    file: csv('part_number,name,price,img', `${number},Tool ${number},5,"${pictures.join('\n')}"`),
  };
}

const at = (path: string) => `https://pictures.example/${path}`;

/** A tool as staff see it, by its part number. */
async function find(number: string, { token } = admin): Promise<ToolDetails> {
  const { body } = await t.call<Tool[]>('GET', `/managetool?q=${number}&sort=match`, { token });
  return (await t.call<ToolDetails>('GET', `/managetool/${body[0]?._id}`, { token })).body;
}

const picturesOf = ({ img, pictures }: ToolDetails) =>
  [img, ...pictures.map((each) => each.img)].filter(Boolean);

/** The colours that tell a tool's pictures apart, as far as they are stored. */
const coloursOf = ({ picture, pictures }: ToolDetails) =>
  [picture, ...pictures.map((each) => each.picture)].map((each) => each?.colour);

/** Checks a file, applies it and runs all that follows. */
async function apply(file: string) {
  const { _id } = await checkFile(t, admin, file);
  return moveOn(t, admin, _id, 'apply', { leaveOutErrors: true });
}

const read = (shop: string) =>
  readFile(new URL(`../support/shop-files/${shop}.csv`, import.meta.url), 'utf8');

describe('the product file of another shop', () => {
  const shops = [
    ['shopify', { 'CH-16': 3, 'CH-20': 3, 'marking-gauge': 1 }, 4],
    ['woocommerce', { 'BS-300': 2, 'CHISEL-6': 1, 'ID-47': 1 }, 3],
    ['prestashop', { 'ETAU-125': 2, 'ID-8': 1 }, 3],
  ] as const;

  it.each(shops)('from %s imports its pictures, each address once', async (shop, numbers, addresses) => {
    const file = await read(shop);
    const slots = Object.values(numbers).reduce((sum, count) => sum + count, 0);
    const checked = await checkFile(t, admin, file);
    const added = Object.keys(numbers).length;
    expect(checked).toMatchObject({
      added,
      drafts: added,
      pictures: { waiting: slots, fetched: 0, failed: 0 },
    });
    // Nothing is fetched before staff confirm.
    expect(web.asked).toEqual([]);
    const applied = await moveOn(t, admin, checked._id, 'apply', { leaveOutErrors: true });
    expect(applied.pictures).toEqual({ waiting: 0, fetched: slots, failed: 0, problems: [] });
    expect(web.asked).toHaveLength(addresses);
    for (const [number, count] of Object.entries(numbers)) {
      const tool = await find(number);
      expect([number, picturesOf(tool).length]).toEqual([number, count]);
      expect((await t.call('GET', `/tool/${tool._id}`)).status).toBe(200);
    }
    // The same file again changes and fetches nothing.
    expect(await checkFile(t, admin, file)).toMatchObject({ changes: 0, pictures: { waiting: 0 } });
    const undone = await moveOn(t, admin, applied._id, 'undo');
    expect(undone).toMatchObject({ state: 'undone', left: [] });
    for (const number of Object.keys(numbers)) expect(await find(number)).toMatchObject({ error: {} });
  });
});

it('shows in advance what will be fetched for each tool', async () => {
  const { img } = await t.makeTool();
  const { number, file } = fileOf(at('a.png'), img, at('ü b.png'));
  const { _id, drafts } = await checkFile(t, admin, file);
  const { body } = await t.call<ImportChange[]>('GET', `/imports/${_id}/changes`, { token: admin.token });
  expect(body).toMatchObject([
    { toFetch: [at('a.png'), at('%C3%BC%20b.png')], after: { part_number: number, img } },
  ]);
  // It has a picture that the shop knows already.
  expect(drafts).toBe(0);
});

it('keeps the order of a row, whichever picture arrives first', async () => {
  const { img } = await t.makeTool();
  const later = Promise.withResolvers<void>();
  const [{ promise }, colour] = [later, '#112233'];
  web.answers.set('/first.png', async (reply) => {
    await promise;
    reply.end(await plainPicture({ width: 40, height: 30 }, colour).png().toBuffer());
  });
  web.answers.set('/last.png', async (reply) => {
    reply.end(await plainPicture({ width: 40, height: 30 }, '#445566').png().toBuffer());
    later.resolve();
  });
  const { number, file } = fileOf(at('first.png'), img, at('last.png'));
  await apply(file);
  const tool = await find(number);
  expect(coloursOf(tool)).toEqual([colour, expect.any(String), '#445566']);
  expect(picturesOf(tool)[1]).toBe(img);
});

it('gives an existing tool its row’s pictures once fetched, and restores the old on undo', async () => {
  const { number, file } = fileOf(at('before.png'));
  await apply(file);
  const before = picturesOf(await find(number));
  const changed = csv('part_number,img', `${number},"${at('x.png')}\n${at('y.png')}\n${at('gone.png')}"`);
  web.answers.set('/gone.png', (reply) => void reply.writeHead(404).end());
  const { _id, pictures } = await apply(changed);
  expect(pictures).toMatchObject({
    fetched: 2,
    failed: 1,
    problems: [{ address: at('gone.png'), isFinal: true }],
  });
  expect(picturesOf(await find(number))).toHaveLength(2);
  expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  expect(picturesOf(await find(number))).toEqual(before);
});

describe('a picture that cannot be fetched', () => {
  const png = () => plainPicture({ width: 40, height: 30 }).png().toBuffer();
  const odd: [string, string, Parameters<typeof web.answers.set>[1]?][] = [
    ['https://pictures.example/none.png', texts.refused, (reply) => void reply.writeHead(404).end()],
    ['https://inward.example/a.png', texts.not_public],
    ['http://169.254.169.254/latest/meta-data/a.png', texts.not_public],
    ['http://[::1]/a.png', texts.not_public],
    ['https://pictures.example:6379/a.png', texts.bad_address],
    [
      at('in.png'),
      texts.not_public,
      (reply) => void reply.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
    ],
    [
      at('loop.png'),
      texts.too_many_redirects,
      (reply) => void reply.writeHead(302, { location: '/loop.png' }).end(),
    ],
    [at('page.png'), pictureErrorTexts.otherType, (reply) => void reply.end('<html>No picture</html>')],
    [
      at('vast.png'),
      pictureErrorTexts.tooLarge(10),
      (reply) => void reply.writeHead(200, { 'content-length': 11 * 1024 ** 2 }).end('x'),
    ],
    [
      at('said.png'),
      texts.announced,
      async (reply) => void reply.writeHead(200, { 'content-type': 'image/webp' }).end(await png()),
    ],
    [at('cut.png'), texts.damaged, async (reply) => void reply.end((await png()).subarray(0, 60))],
  ];

  it('is reported with its reason, and its tool is an otherwise complete draft', async () => {
    for (const [address, , answer] of odd) if (answer) web.answers.set(new URL(address).pathname, answer);
    const rows = odd.map(([address], index) => `ODD-${index},Odd ${index},5,${address}`);
    const { _id, pictures } = await apply(csv('part_number,name,price,img', ...rows));
    expect(pictures).toMatchObject({ waiting: 0, fetched: 0, failed: odd.length });
    const told = Object.fromEntries(pictures.problems.map(({ address, message }) => [address, message]));
    expect(told).toEqual(Object.fromEntries(odd.map(([address, message]) => [address, message])));
    expect(await find('ODD-0')).toMatchObject({ img: '', name: 'Odd 0' });
    expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [] });
  });

  it('is retried after a temporary failure, ten times at most', async () => {
    let isWell = false;
    web.answers.set(
      '/ill.png',
      async (reply) => void (isWell ? reply.end(await png()) : reply.writeHead(503).end()),
    );
    web.answers.set('/never.png', (reply) => void reply.writeHead(503).end());
    const { number, file } = fileOf(at('ill.png'), at('never.png'));
    const { _id, pictures } = await apply(file);
    expect(pictures).toMatchObject({ waiting: 2, problems: [{ isFinal: false }, { isFinal: false }] });
    isWell = true;
    for (let tries = 1; tries < 10; tries += 1) {
      t.clock.advance(2 ** tries * 1000);
      await t.runJobs();
    }
    // The earlier session has expired.
    const late = await t.makeUser({ role: 'admin' });
    const { pictures: after } = await readReport(t, late, _id);
    expect(after).toMatchObject({
      waiting: 0,
      fetched: 1,
      failed: 1,
      problems: [{ message: texts.refused, isFinal: true }],
    });
    expect(picturesOf(await find(number, late))).toHaveLength(1);
    expect(web.asked.filter((path) => path === '/never.png')).toHaveLength(10);
    expect(await jobsOf(t.shop.db, ['fetch-pictures'])).toEqual([]);
  });
});

describe('a row', () => {
  it('names eight pictures at most, and no address above the maximum length', async () => {
    const many = fileOf(...Array.from({ length: 20_000 }, (_, index) => at(`${index}.png`)));
    const [tooMany] = (await checkFile(t, admin, many.file)).errors;
    expect(tooMany).toMatchObject({ column: 'pictures' });
    const { errors } = await checkFile(t, admin, fileOf(at('x'.repeat(1_980))).file);
    expect(errors).toMatchObject([{ column: 'img' }]);
    const wide = fileOf(at('ü'.repeat(700)));
    expect((await checkFile(t, admin, wide.file)).errors).toMatchObject([
      { message: pictureErrorTexts.pictureFirst },
    ]);
  });
});

it('fetches two pictures at once from one host, and each once', async () => {
  web.most.atOnce = 0;
  const names = Array.from({ length: 60 }, (_, index) => `many-${index}.png`);
  const rows = names.map((name, index) => `MANY-${index},Many ${index},5,${at(name)}`);
  const { pictures } = await apply(csv('part_number,name,price,img', ...rows));
  expect(pictures).toMatchObject({ waiting: 0, fetched: 60 });
  expect(web.most.atOnce).toBe(2);
  expect(web.asked.toSorted()).toEqual(names.map((name) => `/${name}`).toSorted());
});

it('resumes an interrupted job without duplicates', async () => {
  const rows = [0, 1, 2, 3, 4, 5].map((index) => `KILL-${index},Kill ${index},5,${at(`kill-${index}.png`)}`);
  const { imageHost } = t.shop;
  let left = 3;
  t.shop.imageHost = {
    ...imageHost,
    async store(bytes) {
      if (left === 0) throw new Error('ended');
      left -= 1;
      return imageHost.store(bytes);
    },
  };
  const { _id, pictures } = await apply(csv('part_number,name,price,img', ...rows));
  t.shop.imageHost = imageHost;
  expect(pictures.fetched).toBeLessThanOrEqual(3);
  expect(pictures.waiting + pictures.fetched).toBe(6);
  t.clock.advance(60_000);
  await t.runJobs();
  expect((await readReport(t, admin, _id)).pictures).toMatchObject({ waiting: 0, fetched: 6, failed: 0 });
  const all = await Promise.all(rows.map((_, index) => find(`KILL-${index}`)));
  expect(new Set(all.map(({ img }) => img)).size).toBe(6);
  expect(all.map(({ version }) => version)).toEqual([2, 2, 2, 2, 2, 2]);
  // Running it twice does nothing more.
  await Promise.all([0, 1].map(() => fetchPictures(t.shop, { importId: _id }, { isLast: false })));
  expect((await find('KILL-0')).version).toBe(2);
});

describe('while a picture is being fetched', () => {
  /** Applies a file whose picture comes once `release` is called; resolves once it is being fetched. */
  async function begin() {
    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    made += 1;
    const path = `slow-${made}.png`;
    web.answers.set(`/${path}`, async (reply) => {
      asked.resolve();
      await release.promise;
      reply.end(await plainPicture({ width: 40, height: 30 }, '#00aa11').png().toBuffer());
    });
    const { number, file } = fileOf(at(path));
    const { _id } = await checkFile(t, admin, file);
    const applying = moveOn(t, admin, _id, 'apply');
    await asked.promise;
    const end = () => {
      release.resolve();
      return applying;
    };
    return { number, id: _id, end };
  }

  it('an undo wins: a picture that arrives later is shown nowhere', async () => {
    const { number, id, end } = await begin();
    const draft = await find(number);
    const undo = await t.call('POST', `/imports/${id}/undo`, { token: admin.token });
    expect(undo.status).toBe(200);
    await end();
    await t.runJobs();
    const report = await readReport(t, admin, id);
    expect(report).toMatchObject({ state: 'undone', left: [], pictures: { waiting: 0 } });
    expect(report.pictures.problems.map(({ message }) => message)).toContain(texts.stopped);
    const row = t.shop.db.selectFrom('tools').select(['img', 'deleted_at']).where('id', '=', draft._id);
    expect((await row.executeTakeFirstOrThrow()).deleted_at).not.toBeNull();
  });

  it('a picture set by staff stays, and the fetched one is dropped', async () => {
    const { number, id, end } = await begin();
    const { _id, version } = await find(number);
    const { img } = await t.makeTool();
    const body = { version, img, pictures: [] };
    expect((await t.call('PATCH', `/tool/${_id}`, { token: admin.token, body })).status).toBe(200);
    await end();
    expect(picturesOf(await find(number))).toEqual([img]);
    const { pictures } = await readReport(t, admin, id);
    expect(pictures.problems.map(({ message }) => message)).toContain(texts.changed);
  });

  it('another edit is kept, and the picture still arrives', async () => {
    const { number, id, end } = await begin();
    const { _id, version } = await find(number);
    await t.call('PATCH', `/tool/${_id}`, { token: admin.token, body: { version, price: 77 } });
    await end();
    expect(await find(number)).toMatchObject({ price: 77, picture: { colour: '#00aa11' } });
    // The tool has changed since it was imported.
    expect(await moveOn(t, admin, id, 'undo')).toMatchObject({ left: [{ toolId: _id }] });
  });
});
