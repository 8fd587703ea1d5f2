import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ImportChange } from '#features/imports/contract.ts';
import { forgetOldImports } from '#features/imports/start-import-step.ts';
import { findStockDifferences } from '#features/orders/stock-differences.ts';
import { buy } from '#tests/support/buying.ts';
import { checkFile, csv, exportTools, moveOn, numberedTools, readReport } from '#tests/support/imports.ts';
import { setUp, setUpForEach, setUpShop } from '#tests/support/set-up-shop.ts';
import { roundsOf } from '#tests/support/test-form.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const makeNumbered = numberedTools(t);
const admin = setUpForEach(() => t.makeUser({ role: 'admin' }));
const pictured = setUp(() => t.makeTool({ onHand: 1 }));

const readTool = (id: string) =>
  t.shop.db.selectFrom('tools').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const exported = () => exportTools(t, admin);

describe('applying and undoing an import', () => {
  it('changes and adds tools as one change, with versions, movements and one line in the trail', async () => {
    const tool = await makeNumbered({ onHand: 5, category: 'Saws' });
    const start = await exported();
    const { _id } = await checkFile(
      t,
      admin,
      csv(
        'part_number,name,description,category,price,min_order_quantity,available_quantity,img',
        `${tool.number},'=Saw,Cuts.,,3.05,1,9,${pictured.img}`,
        `ADD-1,Added,New here.,Saws,2,1,4,${pictured.img}`,
      ),
    );
    expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied', changes: 2, added: 1 });
    expect(await readTool(tool.id)).toMatchObject({
      name: '=Saw',
      category: null,
      price_cents: 305,
      available_quantity: 9,
      version: 2,
    });
    const moved = await t.shop.db
      .selectFrom('stock_movements')
      .select(['kind', 'quantity', 'cause', 'cause_name', 'actor_id'])
      .where('cause_id', '=', _id)
      .orderBy('id')
      .execute();
    const imported = { kind: 'imported', cause: 'import', cause_name: 'tools.csv', actor_id: admin.userId };
    expect(moved).toEqual([
      { ...imported, quantity: 4 },
      { ...imported, quantity: 4 },
    ]);
    const audited = await t.shop.db
      .selectFrom('audit_events')
      .select('actor_id')
      .where('action', '=', 'import_applied')
      .execute();
    expect(audited).toEqual([{ actor_id: admin.userId }]);

    expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [] });
    expect(await exported()).toBe(start);
    expect(await findStockDifferences(t.shop.db, 1)).toMatchObject({ count: 0 });
  });

  it('applies specifications, weight and size, and restores them in their order', async () => {
    const { number, id } = await makeNumbered();
    const body = {
      version: 1,
      specifications: [{ name: 'Jaw', value: '1:10', unit: 'mm' }],
      weight_grams: 5,
    };
    await t.call('PATCH', `/tool/${id}`, { token: admin.token, body });
    const start = await exported();
    const head = 'part_number,specifications,weight_grams,length_mm,width_mm,height_mm';
    const wrong = await checkFile(
      t,
      admin,
      csv(head, `${number},"Jaw: 2\nno line",x,,,`, `${number},"A: 1\nA: 2",1,5,,`),
    );
    expect(wrong.errors.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '2 specifications',
      '2 weight_grams',
      '3 part_number',
    ]);
    const made = `NEW-${number}`;
    const { _id } = await checkFile(
      t,
      admin,
      csv(
        `${head},name,description,price,min_order_quantity,available_quantity,img`,
        `${number},"Jaw: 2 | mm\nColour: red",,5,6,7,Vice,Holds.,3,1,4,${pictured.img}`,
        `${made},Colour: blue,8,,,,Vice,Holds.,3,1,4,${pictured.img}`,
      ),
    );
    expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied' });
    const detailsOf = async (tool: string) => {
      const { body: rows } = await t.call<{ _id: string }[]>('GET', `/managetool?q=${tool}&sort=match`, {
        token: admin.token,
      });
      return (await t.call('GET', `/tool/${rows[0]?._id}`, {})).body;
    };
    expect(await detailsOf(number)).toMatchObject({
      specifications: [
        { name: 'Jaw', value: '2', unit: 'mm' },
        { name: 'Colour', value: 'red', unit: null },
      ],
      weight_grams: null,
      height_mm: 7,
    });
    expect(await detailsOf(made)).toMatchObject({
      specifications: [{ name: 'Colour', value: 'blue' }],
      weight_grams: 8,
    });
    await moveOn(t, admin, _id, 'undo');
    expect(await exported()).toBe(start);
  });

  it('applies packs, price breaks, and categories in any spelling, and restores them', async () => {
    const { number, id } = await makeNumbered({ category: 'Chisels', priceCents: 1_000 });
    const body = { version: 1, price_breaks: [{ quantity: 10, price: 9 }] };
    await t.call('PATCH', `/tool/${id}`, { token: admin.token, body });
    const start = await exported();
    const head = 'part_number,category,brand,pack_step,min_order_quantity,price,price_breaks';
    const wrong = await checkFile(t, admin, csv(head, `${number},Chisels,,5,5,10,"10: 9\n20: 9.5"`));
    expect(wrong.errors).toMatchObject([{ row: 2, column: 'price_breaks' }]);
    const { _id } = await checkFile(t, admin, csv(head, `${number},chisels ,Spick,5,7,8,"20: 7.5; 50: 7"`));
    const { body: changes } = await t.call<ImportChange[]>('GET', `/imports/${_id}/changes`, {
      token: admin.token,
    });
    // The existing category is used, and the minimum is raised to whole packs.
    expect(changes[0]?.after).toEqual({
      brand: 'Spick',
      pack_step: 5,
      min_order_quantity: 10,
      price: 8,
      price_breaks: '20: 7.50\n50: 7.00',
    });
    expect(await moveOn(t, admin, _id, 'apply')).toMatchObject({ state: 'applied' });
    expect((await t.call('GET', `/tool/${id}`, {})).body).toMatchObject({
      brand: 'Spick',
      min_order_quantity: 10,
      price_breaks: [
        { quantity: 20, price: 7.5 },
        { quantity: 50, price: 7 },
      ],
    });
    // A price above that of the breaks leaves them unchanged.
    const dear = await checkFile(t, admin, csv('part_number,price', `${number},7.2`));
    await moveOn(t, admin, dear._id, 'apply');
    expect(await checkFile(t, admin, await exported())).toMatchObject({ changes: 0, errors: [] });
    await moveOn(t, admin, dear._id, 'undo');
    expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', left: [{ toolId: id }] });
    await t.call('PATCH', `/tool/${id}`, {
      token: admin.token,
      body: { version: 5, category: 'Chisels', brand: null, pack_step: 1, min_order_quantity: 1, price: 10 },
    });
    expect(start).toContain('10: 9.00');
  });

  it('skips tools that were changed later, and names them', async () => {
    const [edited, sold, same] = [
      await makeNumbered({ onHand: 1 }),
      await makeNumbered({ onHand: 1 }),
      await makeNumbered({ onHand: 1 }),
    ];
    const { _id } = await checkFile(
      t,
      admin,
      csv('part_number,available_quantity', `${edited.number},7`, `${sold.number},2`, `${same.number},8`),
    );
    await moveOn(t, admin, _id, 'apply');
    await t.call('PATCH', `/tool/${edited.id}`, { token: admin.token, body: { version: 2, name: 'Edited' } });
    await buy(t, await t.makeUser(), sold.id, 2);
    const { left } = await moveOn(t, admin, _id, 'undo');
    expect(left).toEqual([
      { row: 2, toolId: edited.id, name: 'Edited' },
      { row: 3, toolId: sold.id, name: sold.name },
    ]);
    expect(await readTool(same.id)).toMatchObject({ available_quantity: 1, version: 3 });
  });

  it('allows undo for 30 days', async () => {
    const { number } = await makeNumbered();
    const { _id } = await checkFile(t, admin, csv('part_number,price', `${number},77`));
    await moveOn(t, admin, _id, 'apply');
    t.clock.advance(31 * 86_400_000);
    const late = await t.makeUser({ role: 'admin' });
    const reply = await t.call<ErrorReply>('POST', `/imports/${_id}/undo`, { token: late.token });
    expect(reply).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
  });

  it('then deletes the import, except for the fact that it existed', async () => {
    const { number } = await makeNumbered();
    const [applied, never] = [
      await checkFile(t, admin, csv('part_number,price', `${number},78`)),
      await checkFile(t, admin, csv('part_number,price', `${number},79`, 'wrong,')),
    ];
    await moveOn(t, admin, applied._id, 'apply');
    t.clock.advance(32 * 86_400_000);
    const late = await t.makeUser({ role: 'admin' });
    const young = await checkFile(t, late, csv('part_number,price', `${number},80`));
    await forgetOldImports(t.shop);
    const changesOf = async ({ _id }: { _id: string }) =>
      (await t.call<ImportChange[]>('GET', `/imports/${_id}/changes`, { token: late.token })).body.length;
    expect([await changesOf(applied), await changesOf(never), await changesOf(young)]).toEqual([0, 0, 1]);
    expect(await readReport(t, late, applied._id)).toMatchObject({ state: 'applied', changes: 1 });
    expect(await readReport(t, late, never._id)).toMatchObject({ state: 'failed', wrong: 1, errors: [] });
    expect(await readReport(t, late, young._id)).toMatchObject({ state: 'checked' });
  });

  it('deletes the others beside one that cannot be', async () => {
    const { number } = await makeNumbered();
    const check = (price: number) => checkFile(t, admin, csv('part_number,price', `${number},${price}`));
    const [before, stuck, after] = [await check(81), await check(82), await check(83)];
    await t.asOwner(
      `create function stay() returns trigger language plpgsql as $$ begin raise 'It stays'; end $$`,
    );
    await t.asOwner(`create trigger stay before delete on import_rows for each row
      when (old.import_id = '${stuck._id}') execute function stay()`);
    t.clock.advance(32 * 86_400_000);
    await forgetOldImports(t.shop);
    const rows = await t.asOwner(`select distinct import_id as id from import_rows
      where import_id in ('${before._id}', '${stuck._id}', '${after._id}')`);
    expect(rows).toEqual([{ id: stuck._id }]);
    expect(t.shop.failedItems.get('forget-old-imports')).toBe(1);
    await t.asOwner('drop function stay cascade');
  });

  it('changes nothing if a tool was edited after the check', async () => {
    const [one, other] = [await makeNumbered(), await makeNumbered()];
    const { _id } = await checkFile(
      t,
      admin,
      csv('part_number,price', `${one.number},5`, `${other.number},6`),
    );
    await t.call('PATCH', `/tool/${other.id}`, { token: admin.token, body: { version: 1, name: 'Mine' } });
    const start = await exported();
    const report = await moveOn(t, admin, _id, 'apply');
    expect(report).toMatchObject({ state: 'failed', errors: [{ row: 3, column: null }] });
    expect(await exported()).toBe(start);
  });

  it('restores the export byte by byte, whatever was imported', async () => {
    const tools = [
      await makeNumbered({ onHand: 3 }),
      await makeNumbered({ onHand: 0 }),
      await makeNumbered(),
    ];
    const gallery = [(await t.makeTool()).img, (await t.makeTool()).img, (await t.makeTool()).img];
    const cell = fc
      .string({
        unit: fc.constantFrom("'", '=', '-', '@', '"', ',', ';', 'é', '✓', ' ', '\n', 'a'),
        maxLength: 8,
      })
      .map((text) => `"x${text.replaceAll('"', '""')}x"`);
    const row = fc.record({
      description: cell,
      brand: fc.option(fc.constantFrom('Acme', 'Ölner'), { nil: '' }),
      price: fc.integer({ min: 1, max: 99_999 }).map((cents) => (cents / 100).toFixed(2)),
      available: fc.integer({ min: 0, max: 50 }),
      pictures: fc.shuffledSubarray(gallery),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 3, maxLength: 3 }), async (rows) => {
        const start = await exported();
        const lines = rows.map(
          ({ description, brand, price, available, pictures }, index) =>
            `${tools[index]?.number},${description},${brand},${price},${available},"${pictures.join('\n')}"`,
        );
        const file = csv('part_number,description,brand,price,available_quantity,pictures', ...lines);
        const report = await checkFile(t, admin, file);
        expect(report.errors).toEqual([]);
        if (report.changes === 0) return;
        await moveOn(t, admin, report._id, 'apply');
        // That export equals the import, so it changes nothing more.
        expect(await checkFile(t, admin, await exported())).toMatchObject({ changes: 0 });
        await moveOn(t, admin, report._id, 'undo');
        expect(await exported()).toBe(start);
      }),
      { numRuns: roundsOf(10) },
    );
  });
});
