import { sql } from 'kysely';
import { type Cents, toPrice } from '#contracts/money.ts';
import type { Card } from '#features/catalogue/contract.ts';
import { isForSale } from '#features/catalogue/for-sale.ts';
import { unitPriceOfTools } from '#features/catalogue/prices.ts';
import { findToolsById, pictureAsJson, serializeTool, type ToolRow } from '#features/catalogue/store.ts';
import { type PictureRow, serializePicture } from '#features/pictures/store.ts';
import { anyOf, type Database } from '#platform/database/database.ts';
import type { RowsPage } from '#platform/database/keyset-pagination.ts';
import { type FittingTools, findCards, type ListPage, type ToolSearch } from './find-tools.ts';

/** What a card says of a family. */
type SizesRow = {
  count: number;
  matching: number;
  orderable: number;
  min_cents: Cents;
  max_cents: Cents;
  picture: (PictureRow & { img: string }) | null;
};

type CardRow = ToolRow & { sizes: SizesRow | undefined };

/** Returns one page of the cards that a search finds. @throws AppError `invalid_input` for a cursor of another
 * sort order */
export async function listCards(db: Database, asked: ToolSearch, page: ListPage): Promise<RowsPage<CardRow>> {
  const { ids, families, fitting, ...found } = await findCards(db, asked, page);
  const [rows, sizes] = await Promise.all([findToolsById(db, ids), findSizes(db, fitting, families)]);
  return { rows: rows.map((row) => ({ ...row, sizes: sizes.get(row.family?._id ?? '') })), ...found };
}

/** Returns what the cards of some families say, except of those with a single tool. */
async function findSizes(
  db: Database,
  fitting: FittingTools,
  families: string[],
): Promise<Map<string, SizesRow>> {
  if (families.length === 0) return new Map();
  const matching = fitting
    .where('family_id', '=', anyOf<string>(families, 'uuid'))
    .select(['family_id', 'orderable', unitPriceOfTools.as('cents')]);
  const { rows } = await sql<SizesRow & { id: string }>`
    select id, members.count, matching, found.orderable, min_cents, max_cents, picture
    from families
      join (
        select family_id, count(*)::integer as matching, (count(*) filter (where orderable))::integer as orderable,
          min(cents) as min_cents, max(cents) as max_cents
        from (${matching}) members group by family_id) found on found.family_id = id
      cross join lateral (
        select count(*)::integer as count from tools where family_id = families.id and ${isForSale}) members
      left join lateral (
        select ${pictureAsJson} as picture from family_pictures join pictures on url = img
        where family_id = families.id order by place limit 1) own on true
    where members.count > 1`.execute(db);
  return new Map(rows.map(({ id, ...sizes }) => [id, sizes]));
}

/** Converts a card to its form on the wire, with public prices in `currency`. */
export function serializeCard({ sizes, ...tool }: CardRow, currency: string): Card {
  return {
    ...serializeTool(tool, currency),
    sizes: sizes
      ? {
          count: sizes.count,
          matching: sizes.matching,
          orderable: sizes.orderable,
          min_price: toPrice(sizes.min_cents, currency),
          max_price: toPrice(sizes.max_cents, currency),
          img: sizes.picture?.img ?? null,
          picture: sizes.picture && serializePicture(sizes.picture),
        }
      : null,
  };
}
