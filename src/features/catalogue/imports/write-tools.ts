import { sql } from 'kysely';
import { anyOf, type DatabaseTransaction } from '#platform/database/database.ts';
import { insertSpecifications } from '../store.ts';
import { parseSpecifications } from './list-cells.ts';
import { type ImportedColumn, importedColumns, type SomeFields } from './read-row.ts';

/** How PostgreSQL is to read a column's value out of JSON; all others are texts. */
const integers: ImportedColumn[] = [
  'price_cents',
  'min_order_quantity',
  'weight_grams',
  'length_mm',
  'width_mm',
  'height_mm',
];

/** Writes fields of many tools, which are locked, in one statement, each as a new version; stock is changed otherwise. Columns
 * that none of them has are left unnamed, so that nothing is reckoned anew that hangs on these. */
export async function writeTools(
  tx: DatabaseTransaction,
  tools: { id: string; fields: SomeFields }[],
): Promise<void> {
  if (tools.length === 0) return;
  const named = importedColumns.filter(
    (column) => column !== 'available_quantity' && tools.some(({ fields }) => column in fields),
  );
  const changes = named.map((column) => {
    const text = sql`given.fields ->> ${sql.lit(column)}`;
    const value = integers.includes(column) ? sql`(${text})::integer` : text;
    return sql`${sql.ref(column)} = case when given.fields ? ${sql.lit(column)} then ${value} else tools.${sql.ref(column)} end`;
  });
  await sql`
    update tools set ${sql.join([sql`version = version + 1`, ...changes])}
    from jsonb_to_recordset(${JSON.stringify(tools)}::jsonb) as given (id uuid, fields jsonb)
    where tools.id = given.id`.execute(tx);
  await writeLists(tx, tools);
}

/** Puts the specifications of tools in the place of those that they had, where they are named. */
export async function writeLists(
  tx: DatabaseTransaction,
  tools: { id: string; fields: SomeFields }[],
): Promise<void> {
  const listed = tools.filter(({ fields }) => fields.specifications !== undefined);
  if (listed.length === 0) return;
  const ids = listed.map(({ id }) => id);
  await tx.deleteFrom('tool_specifications').where('tool_id', '=', anyOf<string>(ids, 'uuid')).execute();
  const rowsOf = ({ specifications }: SomeFields) => {
    const rows = parseSpecifications(String(specifications ?? ''));
    // Written by `formatSpecifications`.
    return 'line' in rows ? [] : rows;
  };
  await insertSpecifications(
    tx,
    listed.map(({ id, fields }) => ({ toolId: id, rows: rowsOf(fields) })),
  );
}
