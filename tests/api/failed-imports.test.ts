/** @module-tag sweep */
import { describe, expect, it } from 'vitest';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { importErrorTexts } from '#features/imports/texts.ts';
import { jobHandlers } from '#server/shop/job-handlers.ts';
import { buy } from '#tests/support/buying.ts';
import {
  checkFile,
  csv,
  moveOn,
  numberedTools,
  readReport,
  sendImport,
  toolsFile,
} from '#tests/support/imports.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));
const makeNumbered = numberedTools(t);

const setPartNumber = (id: string, part_number: string) =>
  t.shop.db.updateTable('tools').set({ part_number }).where('id', '=', id).execute();

const priceOf = async (number: string) =>
  (
    await t.shop.db
      .selectFrom('tools')
      .select('price_cents')
      .where('part_number', '=', number)
      .executeTakeFirstOrThrow()
  ).price_cents;

/** Runs an import's job while the database refuses one of its writes: once as any attempt, once as the
 * last. */
async function tryInVain(job: string, importId: string, table: string) {
  await t.asOwner(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
    create trigger refuse before insert or update on ${table} for each statement execute function refuse()`);
  const acting = { actor: 'admin', userId: admin.userId };
  const states: string[] = [];
  for (const isLast of [false, true]) {
    const working = jobHandlers(t.shop)[job]?.({ importId, acting }, { isLast });
    await expect(working).rejects.toThrow('refused');
    states.push((await readReport(t, admin, importId)).state);
  }
  await t.asOwner(`drop function refuse() cascade`);
  return { states, report: await readReport(t, admin, importId) };
}

const givenUp = [{ row: 1, column: null, message: importErrorTexts.gaveUp }];

describe('an import whose job fails to its last attempt', () => {
  it('is marked as failed while it is read', async () => {
    const { number } = await makeNumbered();
    const { body } = await sendImport(t, admin, toolsFile(csv('part_number,price', `${number},5`)));
    const { states, report } = await tryInVain('read-import', body.id, 'import_rows');
    expect(states).toEqual(['reading', 'failed']);
    expect(report.errors).toEqual(givenUp);
    expect(await t.shop.db.selectFrom('import_chunks').selectAll().execute()).toEqual([]);
  });

  it('is marked as failed while it is applied, and has changed nothing', async () => {
    const { number } = await makeNumbered({ priceCents: 900 });
    const { _id } = await checkFile(t, admin, csv('part_number,price', `${number},5`));
    await t.call('POST', `/imports/${_id}/apply`, { token: admin.token });
    const { states, report } = await tryInVain('apply-import', _id, 'tools');
    expect(states).toEqual(['applying', 'failed']);
    expect(report.errors).toEqual(givenUp);
    expect(await priceOf(number)).toBe(900);
  });

  it('stays applied while it is undone, and can be undone again', async () => {
    const { number } = await makeNumbered({ priceCents: 900 });
    const { _id } = await checkFile(t, admin, csv('part_number,price', `${number},5`));
    await moveOn(t, admin, _id, 'apply');
    await t.call('POST', `/imports/${_id}/undo`, { token: admin.token });
    const { states, report } = await tryInVain('undo-import', _id, 'tools');
    expect(states).toEqual(['undoing', 'applied']);
    expect(report.errors).toEqual(givenUp);
    expect(await moveOn(t, admin, _id, 'undo')).toMatchObject({ state: 'undone', errors: [] });
    expect(await priceOf(number)).toBe(900);
  });
});

describe('an import that cannot be applied', () => {
  it('names every row whose tool has changed, however many there are', async () => {
    const made = 620;
    const file = csv('part_number,price', ...Array.from({ length: made }, (_, index) => `MANY-${index},7`));
    const { img } = await t.makeTool();
    const tools = csv(
      'part_number,name,description,price,min_order_quantity,available_quantity,img',
      ...Array.from({ length: made }, (_, index) => `MANY-${index},Tool,Made.,5,1,3,${img}`),
    );
    await moveOn(t, admin, (await checkFile(t, admin, tools))._id, 'apply');
    const { _id } = await checkFile(t, admin, file);
    await t.asOwner(
      `update tools set version = version + 1 where part_number in ('MANY-0', 'MANY-${made - 1}')`,
    );
    const report = await moveOn(t, admin, _id, 'apply');
    expect(report).toMatchObject({ state: 'failed', wrong: 2 });
    expect(report.errors).toEqual(
      [2, made + 1].map((row) => ({ row, column: null, message: importErrorTexts.changedMeanwhile })),
    );
    expect(await priceOf('MANY-1')).toBe(500);
  });

  it('names the row whose part number another tool has meanwhile', async () => {
    const [first, second, other] = [await makeNumbered(), await makeNumbered(), await makeNumbered()];
    const { _id } = await checkFile(
      t,
      admin,
      csv('part_number,_id', `TAKE-1,${first.id}`, `TAKE-2,${second.id}`),
    );
    await setPartNumber(other.id, 'take-2');
    const report = await moveOn(t, admin, _id, 'apply');
    expect(report).toMatchObject({ state: 'failed', wrong: 1 });
    expect(report.errors).toEqual([{ row: 3, column: null, message: toolErrorTexts.partNumberTaken }]);
  });

  it('names the tool with too few units for a change by a number', async () => {
    const [tool, other] = [await makeNumbered({ onHand: 6 }), await makeNumbered({ onHand: 9 })];
    const body = { tools: { ids: [tool.id, other.id] }, availableBy: -5 };
    const { body: started } = await t.call<{ id: string }>('POST', '/imports/bulk', {
      token: admin.token,
      body,
    });
    await t.runJobs();
    await buy(t, await t.makeUser(), tool.id, 2);
    const report = await moveOn(t, admin, started.id, 'apply');
    expect(report).toMatchObject({ state: 'failed', wrong: 1 });
    expect(report.errors.map(({ message }) => message)).toEqual([importErrorTexts.tooFewLeft(tool.name, 4)]);
  });
});

it('refuses an undo while another tool has a restored part number, and names the row', async () => {
  const [first, second, other] = [await makeNumbered(), await makeNumbered(), await makeNumbered()];
  const { _id } = await checkFile(
    t,
    admin,
    csv('part_number,_id', `GIVE-1,${first.id}`, `GIVE-2,${second.id}`),
  );
  await moveOn(t, admin, _id, 'apply');
  await setPartNumber(other.id, second.number);
  const report = await moveOn(t, admin, _id, 'undo');
  expect(report.state).toBe('applied');
  expect(report.errors).toEqual([{ row: 3, column: null, message: importErrorTexts.cannotPutBack }]);
});
