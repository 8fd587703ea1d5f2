import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import { toPriceBreaks } from '#features/catalogue/change-tools.ts';
import { recordLowStock } from '#features/catalogue/record-low-stock.ts';
import { insertSpecifications, replacePictures } from '#features/catalogue/store.ts';
import { readPriceTerms } from '#features/shop-settings/read-details.ts';
import { anyOf, type DatabaseTransaction } from '#platform/database/database.ts';
import { parsePictures, parsePriceBreaks, parseSpecifications } from './list-cells.ts';
import { importedColumns, numberColumns, type SomeFields } from './read-row.ts';

/** Writes fields of many tools, which are locked, in one statement, each as a new version; stock
 * is changed otherwise. Columns that none of them has are left unnamed, so that nothing is
 * reckoned anew that hangs on these. */
export async function writeTools(
  context: AppContext,
  tx: DatabaseTransaction,
  tools: { id: string; fields: SomeFields }[],
): Promise<void> {
  if (tools.length === 0) return;
  const named = importedColumns.filter(
    (column) => column !== 'available_quantity' && tools.some(({ fields }) => column in fields),
  );
  const changes = named.map((column) => {
    const text = sql`given.fields ->> ${sql.lit(column)}`;
    const value = numberColumns.includes(column) ? sql`(${text})::integer` : text;
    return sql`${sql.ref(column)} = case when given.fields ? ${sql.lit(column)} then ${value} else tools.${sql.ref(column)} end`;
  });
  await sql`
    update tools set ${sql.join([sql`version = version + 1`, ...changes])}
    from jsonb_to_recordset(${JSON.stringify(tools)}::jsonb) as given (id uuid, fields jsonb)
    where tools.id = given.id`.execute(tx);
  await writeLists(context, tx, tools);
  const steps = tools
    .filter(({ fields }) => 'min_order_quantity' in fields || 'pack_step' in fields)
    .map(({ id }) => ({ toolId: id, quantity: 0 }));
  if (steps.length > 0) await recordLowStock(context, tx, steps, { isRestock: true });
}

/** Puts the specifications, price breaks and further pictures of tools in the place of those that
 * they had, where they are named. */
export async function writeLists(
  context: AppContext,
  tx: DatabaseTransaction,
  tools: { id: string; fields: SomeFields }[],
): Promise<void> {
  const specified = tools.filter(({ fields }) => fields.specifications !== undefined);
  if (specified.length > 0) {
    const ids = anyOf<string>(idsOf(specified), 'uuid');
    await tx.deleteFrom('tool_specifications').where('tool_id', '=', ids).execute();
    await insertSpecifications(
      tx,
      specified.map(({ id, fields }) => ({
        toolId: id,
        rows: written(parseSpecifications(String(fields.specifications ?? ''))),
      })),
    );
  }
  const priced = tools.filter(({ fields }) => fields.price_breaks !== undefined);
  if (priced.length > 0) {
    const ids = anyOf<string>(idsOf(priced), 'uuid');
    await tx.deleteFrom('tool_price_breaks').where('tool_id', '=', ids).execute();
    const terms = await readPriceTerms(context, tx);
    const rows = priced.flatMap(({ id, fields }) =>
      toPriceBreaks(terms, written(parsePriceBreaks(String(fields.price_breaks ?? '')))).map((each) => ({
        tool_id: id,
        ...each,
      })),
    );
    await sql`
      insert into tool_price_breaks (tool_id, quantity, price_cents)
      select tool_id, quantity, price_cents from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as given (tool_id uuid, quantity integer, price_cents bigint)`.execute(tx);
  }
  const pictured = tools.filter(({ fields }) => fields.pictures !== undefined);
  if (pictured.length > 0)
    await replacePictures(
      tx,
      pictured.map(({ id, fields }) => ({
        toolId: id,
        imgs: parsePictures(String(fields.pictures ?? '')).map(({ img }) => img),
      })),
    );
}

const idsOf = (tools: { id: string }[]) => tools.map(({ id }) => id);

/** What `list-cells.ts` wrote is read back whole. */
const written = <Row>(rows: Row[] | { line: number }): Row[] => ('line' in rows ? [] : rows);
