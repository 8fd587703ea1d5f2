import { beforeAll, describe, expect, test } from 'vitest';
import type { ToolFacets } from '#features/catalogue/contract.ts';
import type { Synonym } from '#features/search/synonym-contract.ts';
import { addSynonym, deleteSynonym } from '#features/search/synonyms.ts';
import { runAsActor } from '#platform/actor.ts';
import { makeDemoTools } from '#tests/support/demo-tools.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import { namesOf, searchPath, searchTools } from '#tests/support/tool-search.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
beforeAll(() => makeDemoTools(t));

const find = async (q: string) => namesOf(await searchTools(t, { q }));
const first = async (q: string) => (await find(q))[0];
const ask = (method: string, path: string, body?: unknown) =>
  t.call<{ insertedId: string; error: { code: string; field?: string } }>(method, path, {
    token: admin.token,
    body,
  });

describe('a search', () => {
  test.each([
    ['screw driver', 'Screwdriver, Phillips #2, 4 in'],
    ['screw driv', 'Screwdriver, Phillips #2, 4 in'],
    ['hack saw', 'Hacksaw, 12 in, high-tension frame'],
    ['jig saw orbit', 'Jigsaw, 6 A, four-step orbit'],
    ['handsaw', 'Hand saw, 22 in, 8 points'],
    ['bandsaws', 'Band saw, 14 in throat, 1-1/2 hp'],
    ['pillar drill', 'Drill press, 5/8 in chuck, 12 speeds'],
    ['pillar drills', 'Drill press, 5/8 in chuck, 12 speeds'],
    ['drillpress', 'Drill press, 5/8 in chuck, 12 speeds'],
    ['combi drill', 'Cordless hammer drill, 18 V, 530 in-lb'],
    ['bench vice', 'Bench vise, 5 in jaws, swivel base'],
    ['mitre saw', 'Sliding miter saw, 8-1/2 in, 12 A'],
    ['g clamps', 'C-clamp, 6 in, 2,600 lb'],
    ['water pump pliers', 'Tongue-and-groove pliers, 10 in'],
    ['combination spanner', 'Combination wrench, 11/16 in'],
    ['spann', 'Combination wrench, 11/16 in'],
  ])("for '%s' finds '%s' first", async (q, name) => {
    if (q === 'spann') expect(await find(q)).toContain(name);
    else expect(await first(q)).toBe(name);
  });

  test('finds the same tools by either word, and by nothing else', async () => {
    expect((await find('spanner')).sort()).toEqual((await find('wrench')).sort());
    expect(await find('combination spanner 11/16')).toEqual(['Combination wrench, 11/16 in']);
    expect(await find('spanner qqqqqqqq')).toEqual([]);
  });

  test('reports which words matched, and counts by them', async () => {
    const { body } = await t.call<ToolFacets>('GET', searchPath('/tool/facets', { q: 'pillar drill' }));
    expect(body).toMatchObject({ corrected: null, words: ['pillar', 'drill', 'press'] });
    expect(body.total).toEqual({ count: (await find('pillar drill')).length, isExact: true });
  });

  test('does not match part of a two-word synonym', async () => {
    expect(await find('pillar')).not.toContain('Drill press, 5/8 in chuck, 12 speeds');
    expect(await find('pump')).not.toContain('Tongue-and-groove pliers, 10 in');
  });
});

describe('the list of synonyms', () => {
  test('begins with the British words; an added or deleted pair takes effect at once', async () => {
    const { body: before } = await t.call<Synonym[]>('GET', '/synonyms', { token: admin.token });
    expect(before).toContainEqual(expect.objectContaining({ word: 'wrench', sameAs: 'spanner' }));
    expect(await find('knuckle buster')).toEqual([]);
    const { status, body } = await ask('POST', '/synonyms', {
      word: ' Knuckle-buster ',
      sameAs: 'adjustable wrench',
    });
    expect(status).toBe(200);
    const { body: after } = await t.call<Synonym[]>('GET', '/synonyms', { token: admin.token });
    expect(after).toContainEqual({
      _id: body.insertedId,
      word: 'Knuckle-buster',
      sameAs: 'adjustable wrench',
    });
    expect(await find('knuckle buster')).toEqual(['Adjustable wrench, 10 in, 1-1/4 in jaw']);
    expect((await ask('DELETE', `/synonyms/${body.insertedId}`)).body).toEqual({ deletedCount: 1 });
    expect(await find('knuckle buster')).toEqual([]);
    expect((await ask('DELETE', `/synonyms/${body.insertedId}`)).status).toBe(404);
  });

  test('takes effect though an answer without it is cached, whichever node changes it', async () => {
    const listening = t.shop.cacheVersion.follow(t.owner, () => undefined);
    await expect.poll(() => t.shop.cacheVersion.present).toBe(1);
    for (const _ of [1, 2, 3]) expect(await find('zonker')).toEqual([]);
    // As if on another node: this one is notified by the database only.
    const { insertedId } = await runAsActor({ actor: 'admin' }, () =>
      addSynonym(t.shop, { word: 'zonker', sameAs: 'jigsaw' }),
    );
    await expect.poll(() => find('zonker')).toEqual(['Jigsaw, 6 A, four-step orbit']);
    await runAsActor({ actor: 'admin' }, () => deleteSynonym(t.shop, insertedId));
    await expect.poll(() => find('zonker')).toEqual([]);
    await listening.close();
  });

  test('refuses a pair that is invalid or already listed either way round', async () => {
    const refusal = async (body: unknown) => {
      const reply = await ask('POST', '/synonyms', body);
      return [reply.status, reply.body.error.code, reply.body.error.field];
    };
    expect(await refusal({ word: 'Spanner', sameAs: 'WRENCH' })).toEqual([409, 'conflict', 'sameAs']);
    expect(await refusal({ word: 'saw', sameAs: 'SAW' })).toEqual([400, 'invalid_input', 'sameAs']);
    expect(await refusal({ word: ' ', sameAs: 'saw' })).toEqual([400, 'invalid_input', 'word']);
    expect(await refusal({ word: '%&!', sameAs: 'saw' })).toEqual([400, 'invalid_input', 'word']);
    expect(await refusal({ word: 'saw', sameAs: 'x'.repeat(61) })).toEqual([400, 'invalid_input', 'sameAs']);
    expect(await refusal({ word: 'saw' })).toEqual([400, 'invalid_input', 'sameAs']);
    expect(await refusal({ word: 'sa\u0000w', sameAs: 'blade' })).toEqual([400, 'invalid_input', 'word']);
  });

  test('holds at most the maximum number of pairs', async () => {
    await t.shop.db.transaction().execute(async (tx) => {
      const pairs = Array.from({ length: 480 }, (_, nth) => ({
        id: crypto.randomUUID(),
        word: `filler${nth}`,
        same_as: `stuffing${nth}`,
      }));
      await tx.insertInto('synonyms').values(pairs).execute();
    });
    expect((await ask('POST', '/synonyms', { word: 'one', sameAs: 'too many' })).status).toBe(409);
    expect(await find('stuffing7')).toEqual([]);
  });
});
