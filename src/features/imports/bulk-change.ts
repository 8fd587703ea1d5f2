import { type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { AppError } from '#contracts/app-error.ts';
import { type Cents, currencyDigits, toCents, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { toolErrorTexts } from '#features/catalogue/texts/manage.ts';
import { toolFilter } from '#features/search/managed-tools.ts';
import { type PriceTerms, readPriceTerms } from '#features/shop-details/read-details.ts';
import { escapeFormula } from '#platform/csv.ts';
import { anyOf } from '#platform/database/database.ts';
import { knownToolsInTurn } from './changes-store.ts';
import { type Checked, toChange } from './check-rows.ts';
import { type BulkChange, bulkChangeSchema, commonFields } from './contract.ts';
import { findTaxonNames } from './name-taxons.ts';
import { checkFields, type ToolFields } from './read-row.ts';
import { roundingsOf, roundPrice } from './rounding-rules.ts';
import { type ImportRow, insertImport } from './store.ts';
import { bulkRuleTexts } from './texts.ts';

const TOOLS_AT_ONCE = 200;

/** Columns that identify, in the file of errors, a tool that cannot be changed. */
export const bulkColumns = ['part_number', 'name'];

/** Accepts a bulk change, which a job checks as it does a file. @throws AppError invalid_input */
export async function startBulkChange(
  context: AppContext,
  change: BulkChange,
  createdBy: string,
): Promise<{ id: string }> {
  const { currency } = context.config;
  const { priceAmount, priceRounding = 'none' } = change;
  if (priceAmount !== undefined && toCents(priceAmount, currency) === undefined) {
    const message = toolErrorTexts.decimals(bulkRuleTexts.amount, currencyDigits(currency));
    throw new AppError('invalid_input', message, { field: 'priceAmount' });
  }
  if (!roundingsOf(currency).includes(priceRounding))
    throw new AppError('invalid_input', bulkRuleTexts.noRounding, { field: 'priceRounding' });
  const id = uuid();
  await context.db.transaction().execute(async (tx) => {
    const createdAt = context.clock.now();
    await insertImport(tx, { id, bulk_change: change, created_at: createdAt, created_by: createdBy });
    await context.jobs.enqueue(tx, 'read-import', { importId: id });
  });
  return { id };
}

/** Returns what a change does to each currently selected tool, block by block. Its rows are numbered as a
 * file's are. */
export async function* checkBulkChange(
  context: AppContext,
  { bulk_change }: ImportRow,
): AsyncGenerator<Checked> {
  const change = bulkChangeSchema.parse(bulk_change);
  const { ids, ...choice } = change.tools;
  const meant = ids ? sql<SqlBool>`deleted_at is null and id = ${anyOf(ids, 'uuid')}` : toolFilter(choice);
  const terms = await readPriceTerms(context);
  let row = 1;
  for await (const tools of knownToolsInTurn(context, meant, TOOLS_AT_ONCE)) {
    const checked: Checked = { rows: tools.length, changes: [], wrong: [] };
    const names = await findTaxonNames(context.db, [change]);
    for (const tool of tools) {
      row += 1;
      const result = checkFields(terms, inputOf(terms, change, tool.fields), tool.fields);
      if ('problems' in result) {
        const cells = [tool.fields.part_number, tool.fields.name].map((cell) =>
          escapeFormula(String(cell ?? '')),
        );
        const problems = result.problems.map(({ field, message }) => ({ column: field, message }));
        checked.wrong.push({ row, cells, problems });
        continue;
      }
      const changed = toChange(row, tool, names(result.fields));
      if (changed) checked.changes.push(changed);
    }
    yield checked;
  }
}

function inputOf(terms: PriceTerms, change: BulkChange, tool: ToolFields): Record<string, unknown> {
  const { availableTo, availableBy } = change;
  const given = commonFields.flatMap((field) =>
    change[field] === undefined ? [] : [[field, change[field]]],
  );
  const available = availableBy === undefined ? availableTo : Number(tool.available_quantity) + availableBy;
  return {
    ...(changedFields(change).includes('price_cents') && {
      price: priceAfter(terms, change, Number(tool.price_cents)),
      // The price after a reduction changes as much.
      ...(tool.former_price_cents !== null && {
        former_price: priceAfter(terms, change, Number(tool.former_price_cents)),
      }),
    }),
    ...Object.fromEntries(given),
    ...(available !== undefined && { available_quantity: available }),
  };
}

/** Returns the fields that a bulk change changes, by their columns. */
function changedFields(change: BulkChange): string[] {
  const { pricePercent, priceAmount, priceRounding, availableTo, availableBy } = change;
  return [
    ...((pricePercent ?? priceAmount ?? priceRounding) === undefined ? [] : ['price_cents']),
    ...commonFields.filter((field) => change[field] !== undefined),
    ...((availableTo ?? availableBy) === undefined ? [] : ['available_quantity']),
  ];
}

/** Returns the same of a stored one, as the audit trail has them. */
export const fieldsOf = ({ bulk_change }: ImportRow): string =>
  changedFields(bulkChangeSchema.parse(bulk_change)).join(', ');

/** Returns the changed price. */
function priceAfter(
  terms: PriceTerms,
  { pricePercent = 0, priceAmount = 0, priceRounding = 'none' }: BulkChange,
  cents: Cents,
): number {
  const exact =
    (cents * (10_000 + Math.round(pricePercent * 100))) / 10_000 +
    (toCents(priceAmount, terms.currency) ?? 0);
  return toPrice(roundPrice(exact, priceRounding, terms), terms.currency);
}
