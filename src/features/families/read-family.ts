import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Specification, ToolFilter } from '#features/catalogue/contract.ts';
import { priceTable } from '#features/catalogue/prices.ts';
import { findToolDetailsById, serializeTool, type ToolDetailsRow } from '#features/catalogue/store.ts';
import type { RowsPage } from '#platform/database/keyset-pagination.ts';
import {
  isInColumn,
  passesFilter,
  readColumns,
  readFilters,
  sortMembers,
  startAfter,
} from './column-rules.ts';
import type { FamilyColumn, FamilyDetails, FamilyMember, FamilyQuery } from './contract.ts';
import {
  findColumnValues,
  findFamily,
  findFamilyRating,
  findMemberIds,
  findNamedValues,
  serializeFamily,
} from './store.ts';
import { familyErrorTexts as texts } from './texts.ts';

/** What the calls of families need. `findFitting` returns the ids of a family's tools that a search finds;
 * `undefined` if it asks for nothing. */
export type FamilyContext = AppContext & {
  findFitting: (familyId: string, filters: ToolFilter) => Promise<Set<string> | undefined>;
};

/** A family as buyers see it, with one page of its members. */
type ReadFamily = Omit<FamilyDetails, 'members'> & { page: RowsPage<ToolDetailsRow> };

/** Returns a family with its columns, and a page of its members for sale. @throws AppError not_found if there
 * are none */
export async function readFamily(
  { db, findFitting }: FamilyContext,
  id: string,
  query: FamilyQuery,
): Promise<ReadFamily> {
  const family = await findFamily(db, id, 'for_sale');
  if (!family || family.members === 0) throw new AppError('not_found', texts.noSuchFamily);
  const rating = await findFamilyRating(db, id);
  const columns = await readColumns(await findNamedValues(db, id), family.members);
  const { limit, cursor, sort, column, spec, ...filters } = query;
  const found = await findMembers(db, id, { sort, column, spec }, columns.columns);
  const fitting = await findFitting(id, filters);
  const first = found.filter((each) => fitting?.has(each));
  const ids =
    sort === 'position' && fitting ? [...first, ...found.filter((each) => !fitting.has(each))] : found;
  const start = startAfter(ids, cursor);
  const shown = ids.slice(start, start + limit);
  const rows = await findToolDetailsById(db, shown, 'public');
  const last = start + shown.length;
  const nextCursor = last < ids.length ? `${last - 1}.${shown.at(-1)}` : undefined;
  const page = { rows: shown.flatMap((each) => rows.get(each) ?? []), nextCursor, total: ids.length };
  return { ...serializeFamily(family), ...rating, ...columns, matching: fitting ? first.length : null, page };
}

/** Returns the ids of the members for sale that are asked for, sorted as asked; by their own order if there is
 * no such column. Yields to the event loop between columns. */
async function findMembers(
  db: AppContext['db'],
  id: string,
  { sort, column: label, spec = [] }: Pick<FamilyQuery, 'sort' | 'column' | 'spec'>,
  columns: FamilyColumn[],
): Promise<string[]> {
  const byPrice = sort === 'price' || sort === '-price' ? sort : undefined;
  let ids = await findMemberIds(db, id, 'for_sale', byPrice);
  for (const filter of readFilters(spec, columns)) {
    const values = await findColumnValues(db, id, filter.column);
    ids = ids.filter((each) => passesFilter(filter, values.get(each)));
  }
  const isByColumn = sort === 'column' || sort === '-column';
  const column = isByColumn ? columns.find((each) => each.label === label) : undefined;
  if (!column) return ids;
  const values = await findColumnValues(db, id, column);
  const members = ids.map((each) => ({ id: each, value: values.get(each) }));
  return sortMembers(members, sort === '-column');
}

/** Converts a member to its form on the wire, with its public prices, and its units as `columns` spell them. */
export function serializeMember(
  row: ToolDetailsRow,
  columns: readonly Pick<FamilyColumn, 'name' | 'unit'>[],
  currency: string,
): FamilyMember {
  const spelled = (own: Specification) => columns.find((column) => isInColumn(own, column)) ?? own;
  const { pictures: _, documents: __, brand_picture: ___, ...tool } = row;
  return {
    ...serializeTool(tool, currency),
    pack_step: row.pack_step,
    price_breaks: priceTable({ tool: row, buyer: 'public' }, currency).price_breaks,
    specifications: row.specifications.map((own) => ({ ...own, unit: spelled(own).unit })),
  };
}
