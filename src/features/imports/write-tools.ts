import { sql } from 'kysely';
import type { AppContext } from '#features/app-context.ts';
import { toPriceBreaks } from '#features/catalogue/change-tools.ts';
import { recordLowStock } from '#features/catalogue/record-low-stock.ts';
import { replacePictures, replacePriceBreaks, replaceSpecifications } from '#features/catalogue/store.ts';
import type { ListField } from '#features/catalogue/tool-fields-contract.ts';
import { joinFamilies } from '#features/families/store.ts';
import { readPriceTerms } from '#features/shop-details/read-details.ts';
import { enqueueWebhooks } from '#features/webhooks/enqueue-webhooks.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { parsePictures, parsePriceBreaks, parseSpecifications } from './list-cells.ts';
import { importedColumns, numberColumns, type SomeFields } from './read-row.ts';

/** Writes fields of many locked tools in one statement, each as a new version; stock is changed separately.
 * Omits columns that none of them has, so that nothing derived from these is recomputed. */
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
  const changed = tools.map(({ id }) => ({ id }));
  await enqueueWebhooks(context, tx, 'tool.changed', changed);
  const steps = tools
    .filter(({ fields }) => 'min_order_quantity' in fields || 'pack_step' in fields)
    .map(({ id }) => ({ toolId: id, quantity: 0 }));
  if (steps.length > 0) await recordLowStock(context, tx, steps, { isRestock: true });
}

/** Replaces the specifications, price breaks, further pictures, and family of tools, if given. Families must be
 * locked. */
export async function writeLists(
  context: AppContext,
  tx: DatabaseTransaction,
  tools: { id: string; fields: SomeFields }[],
): Promise<void> {
  const given = (field: ListField) =>
    tools.flatMap(({ id: toolId, fields }) =>
      fields[field] === undefined ? [] : [{ toolId, cell: String(fields[field] ?? '') }],
    );
  const [specified, priced, pictured] = [given('specifications'), given('price_breaks'), given('pictures')];
  if (specified.length > 0)
    await replaceSpecifications(
      tx,
      specified.map(({ toolId, cell }) => ({ toolId, rows: written(parseSpecifications(cell)) })),
    );
  if (priced.length > 0) {
    const terms = await readPriceTerms(context, tx);
    const breaksOf = (cell: string) => toPriceBreaks(terms, written(parsePriceBreaks(cell)));
    await replacePriceBreaks(
      tx,
      priced.map(({ toolId, cell }) => ({ toolId, breaks: breaksOf(cell) })),
    );
  }
  if (pictured.length > 0)
    await replacePictures(
      tx,
      pictured.map(({ toolId, cell }) => ({ toolId, imgs: parsePictures(cell).map(({ img }) => img) })),
    );
  const joining = tools.flatMap(({ id: toolId, fields: { family } }) =>
    family === undefined ? [] : [{ toolId, family: family === null ? null : String(family) }],
  );
  if (joining.length > 0) await joinFamilies(tx, joining);
}

/** Written by `list-cells.ts`, so every line is valid. */
const written = <Row>(rows: Row[] | { line: number }): Row[] => ('line' in rows ? [] : rows);
