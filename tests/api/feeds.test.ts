import { sql } from 'kysely';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ToolDetails } from '#features/catalogue/contract.ts';
import { countSitemapFiles, entriesOfSitemapFile, everyToolForSale } from '#features/feeds/store.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off', TOOL_PAGES: 'public', SHOP_DEMO: '0' });
const behind = setUpShop({
  SHOP_RATE_LIMIT: 'off',
  TOOL_PAGES: 'public',
  SHOP_DEMO: '0',
  TRUST_PROXY: '127.0.0.1',
});
const members = setUpShop({ SHOP_RATE_LIMIT: 'off', SHOP_DEMO: '0' });

const feed = async (name: string, from = t) => {
  const reply = await fetch(new URL(`/feeds/${name}`, from.url));
  const [type, kept] = ['content-type', 'cache-control'].map((name) => reply.headers.get(name));
  return { status: reply.status, type, kept, text: await reply.text() };
};
const all = (text: string, tag: string) =>
  [...text.matchAll(new RegExp(`<${tag}[^>]*>([^<]*)</${tag}>`, 'g'))].map(([, content]) => content);

describe('GET /feeds/google.xml', () => {
  const made = setUp(async () => {
    const tools = [];
    for (let nth = 0; nth < 230; nth += 1) tools.push(await t.makeTool({ name: `Tool ${nth}`, onHand: 50 }));
    return { tools };
  });

  it('has every tool for sale once, beyond one block', async () => {
    const gone = made.tools[3]?.id;
    await t.asOwner(`update tools set deleted_at = now() where id = '${gone}'`);
    const { status, type, kept, text } = await feed('google.xml');
    expect([status, type, kept]).toEqual([200, 'application/rss+xml; charset=utf-8', 'no-cache']);
    const ids = all(text, 'g:id');
    const left = made.tools.map(({ id }) => id).filter((id) => id !== gone);
    expect(ids).toEqual(left.toSorted());
    expect(text.endsWith('</channel></rss>\n')).toBe(true);
  });

  it('states the total of the minimum order, and whether it can be ordered', async () => {
    const { id } = await t.makeTool({ priceCents: 1995, minOrderQuantity: 4, onHand: 3, partNumber: 'F-1' });
    await t.asOwner(`update tools set pack_step = 6 where id = '${id}';
      insert into tool_price_breaks (tool_id, quantity, price_cents) values ('${id}', 6, 1895)`);
    const [item] = (await feed('google.xml')).text.split('<item>').filter((each) => each.includes(id));
    expect(all(item ?? '', 'g:price')).toEqual(['113.70 USD']);
    expect(all(item ?? '', 'g:unit_pricing_measure')).toEqual(['6 ct']);
    expect(all(item ?? '', 'g:unit_pricing_base_measure')).toEqual(['1 ct']);
    expect(all(item ?? '', 'g:availability')).toEqual(['out_of_stock']);
    expect(all(item ?? '', 'g:mpn')).toEqual(['F-1']);
    expect(all(item ?? '', 'g:link')[0]).toMatch(new RegExp(`/tools/${id}/f-1-`));
  });

  it('cuts no character in two', async () => {
    const name = `${'x'.repeat(147)}👩🏽‍🔧`;
    const { id } = await t.makeTool({ name, description: `${'y'.repeat(4_999)}🔧` });
    const [item] = (await feed('google.xml')).text.split('<item>').filter((each) => each.includes(id));
    expect(all(item ?? '', 'g:title')).toEqual(['x'.repeat(147)]);
    expect(all(item ?? '', 'g:description')).toEqual(['y'.repeat(4_999)]);
  });

  it('is made for any number of clients by turns, and for each once at a time', async () => {
    const ask = (client: string) =>
      fetch(new URL('/feeds/google.xml', behind.url), { headers: { 'x-forwarded-for': client } });
    const { id } = await behind.makeTool();
    const readers = await behind.shop.db.transaction().execute(async (tx) => {
      await sql`lock table tools`.execute(tx);
      const replies = [await ask('203.0.113.1'), await ask('203.0.113.2'), await ask('66.249.64.1')];
      const again = await ask('203.0.113.1');
      expect([again.status, again.headers.get('retry-after')]).toEqual([429, '60']);
      return replies;
    });
    for (const reply of readers) {
      expect(reply.status).toBe(200);
      expect(all(await reply.text(), 'g:id')).toEqual([id]);
    }
    expect((await ask('203.0.113.1')).status).toBe(200);
  });

  it('keeps nobody waiting for readers who take nothing', async () => {
    const inTurn = limitConcurrency(2);
    const open = (client: string) => everyToolForSale(t.shop.db, (read) => inTurn(read, client));
    for (const slow of ['one', 'another']) expect((await open(slow).next()).value).toHaveLength(100);
    const ids: string[] = [];
    for await (const tools of open('google')) ids.push(...tools.map((tool) => tool.id));
    expect(ids).toEqual(all((await feed('google.xml')).text, 'g:id'));
  });

  it('counts no reader that it could not begin to serve', async () => {
    const { details } = t.shop;
    const read = vi.spyOn(details, 'read').mockRejectedValue(new Error('the database is away'));
    onTestFinished(() => read.mockRestore());
    for (let nth = 0; nth < 2; nth += 1) expect((await feed('google.xml')).status).toBe(500);
    read.mockRestore();
    expect((await feed('google.xml')).status).toBe(200);
  });

  it('is not there while only members see the pages of tools', async () => {
    const { status, text } = await feed('google.xml', members);
    expect([status, JSON.parse(text).error.code]).toEqual([404, 'not_found']);
    expect((await feed('new-tools.xml', members)).status).toBe(200);
  });
});

describe('the sitemap’s tools', () => {
  it('are in files of as many as fit, each once, with the time of the last edit', async () => {
    const { id } = await t.makeTool({ name: 'Edited last' });
    await t.asOwner(`update tools set version = version + 1 where id = '${id}'`);
    const count = await countSitemapFiles(t.shop.db, 100);
    const files = await Promise.all(
      Array.from({ length: count }, (_, at) => entriesOfSitemapFile(t.shop.db, at + 1, 100)),
    );
    const edited = files.at(-1)?.at(-1);
    expect(edited?._id).toBe(id);
    expect(Math.abs(Date.parse(edited?.changedAt ?? '') - Date.now())).toBeLessThan(600_000);
    const forSale = await t.shop.db
      .selectFrom('tools')
      .select('id')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .execute();
    expect(files.flat().map(({ _id }) => _id)).toEqual(forSale.map((tool) => tool.id));
    expect(files.slice(0, -1).every(({ length }) => length === 100)).toBe(true);
    expect(files.length).toBe(Math.ceil(forSale.length / 100));
    expect((await t.call('GET', '/feeds/sitemap')).body).toEqual({ files: 1 });
    expect((await t.call<unknown[]>('GET', '/feeds/sitemap/1')).body).toHaveLength(forSale.length);
  });

  it('leave out a member whose text is its family’s, and have the family', async () => {
    const own = await t.makeTool({ name: 'Punch 3', description: 'For steel.' });
    const named = await t.makeTool({ name: 'Punch 4', description: 'Punch 4' });
    const shared = await t.makeTool({ name: 'Punch 5', description: 'Drift punches.' });
    const token = (await t.makeUser({ role: 'admin' })).token;
    const toolIds = [own, named, shared].map(({ id }) => id);
    const family = { name: 'Drift punches', description: 'Drift punches.', toolIds };
    const { body } = await t.call<{ insertedId: string }>('POST', '/families', { token, body: family });
    const isOwn = async (id: string) => (await t.call<ToolDetails>('GET', `/tool/${id}`)).body.has_own_text;
    expect(await Promise.all(toolIds.map(isOwn))).toEqual([true, false, false]);
    type Entry = { _id: string; kind: string };
    const listed = (await t.call<Entry[]>('GET', '/feeds/sitemap/1')).body.filter(({ _id }) =>
      [...toolIds, body.insertedId].includes(_id),
    );
    expect(listed.map(({ kind, _id }) => [kind, _id])).toEqual([
      ['tool', own.id],
      ['family', body.insertedId],
    ]);
  });

  it('are in no file that the index does not name', async () => {
    const { id } = await t.makeTool();
    const refused = async (file: string) => {
      const { status, body } = await t.call<ErrorReply>('GET', `/feeds/sitemap/${file}`);
      return [status, body.error.code];
    };
    expect(await refused('2')).toEqual([404, 'not_found']);
    expect(await refused('99999')).toEqual([404, 'not_found']);
    for (const file of [id, '0', '-1', '01', '1.0', '1e0', '100000'])
      expect([file, ...(await refused(file))]).toEqual([file, 400, 'invalid_input']);
  });

  it('are not listed while only members see their pages', async () => {
    await members.makeTool();
    expect((await members.call('GET', '/feeds/sitemap')).body).toEqual({ files: 0 });
    expect((await members.call('GET', '/feeds/sitemap/1')).status).toBe(404);
  });
});

describe('GET /feeds/new-tools.xml', () => {
  it('has the newest tools first, with names that XML cannot write as they are', async () => {
    const { id } = await t.makeTool({
      name: 'Saw & <file> \ufffe "½"',
      description: 'Cuts ]]> and\u2028more',
    });
    const { status, text } = await feed('new-tools.xml');
    expect(status).toBe(200);
    expect(all(text, 'guid')).toHaveLength(50);
    expect(all(text, 'guid')[0]).toBe(id);
    expect(all(text, 'title')[1]).toBe('Saw &amp; &lt;file&gt; &quot;½&quot;');
    expect(Date.parse(all(text, 'pubDate')[0] ?? '')).toBeGreaterThan(Date.now() - 600_000);
  });
});
