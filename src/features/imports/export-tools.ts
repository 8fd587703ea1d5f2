import { type Selectable, sql } from 'kysely';
import { currencyDigits, toPrice } from '#contracts/money.ts';
import type { Specification } from '#features/catalogue/contract.ts';
import { type DocumentRow, documentsOfTool, serializeDocument } from '#features/catalogue/document-store.ts';
import { type PriceBreakRow, priceBreaksOfTools } from '#features/catalogue/prices.ts';
import { specificationsOfTools } from '#features/catalogue/store.ts';
import {
  columnOf,
  csvFields,
  type ToolColumn,
  type ToolFieldName,
} from '#features/catalogue/tool-fields-contract.ts';
import type { Export } from '#features/exports/send-export.ts';
import { familyOfTools } from '#features/families/store.ts';
import { morePicturesOfTools } from '#features/pictures/store.ts';
import { linksOfTools, toCellLinks } from '#features/related-tools/link-cells.ts';
import { linkCellNames } from '#features/related-tools/link-columns.ts';
import { type ManagedToolChoice, toolFilter } from '#features/search/managed-tools.ts';
import type { Tables } from '#platform/database/tables.ts';
import { formatPriceBreaks, formatSpecifications } from './list-cells.ts';
import { importedColumns } from './read-row.ts';

type ExportedTool = Selectable<Tables['tools']> & {
  listed: Specification[];
  breaks: PriceBreakRow[];
  pictures: string | null;
  documents: DocumentRow[];
  family: string | null;
  links: Parameters<typeof toCellLinks>[0];
};

/** Exports the selected tools, with columns named as on the wire. An import accepts the same columns. */
export function exportOfTools(choice: ManagedToolChoice, currency: string): Export<ExportedTool> {
  const digits = currencyDigits(currency);
  const written: Partial<Record<ToolFieldName, Cell>> = {
    price: (tool) => toPrice(tool.price_cents, currency).toFixed(digits),
    former_price: ({ former_price_cents: former }) =>
      former === null ? null : toPrice(former, currency).toFixed(digits),
    specifications: (tool) => formatSpecifications(tool.listed),
    price_breaks: (tool) => formatPriceBreaks(tool.breaks, currency),
    pictures: (tool) => tool.pictures,
  };
  return {
    kind: 'tools',
    query: sql`
      select id, ${sql.join(importedColumns.map((column) => sql.ref(column)))},
        ${specificationsOfTools} as listed, ${priceBreaksOfTools} as breaks,
        ${morePicturesOfTools} as pictures, ${documentsOfTool} as documents, ${familyOfTools} as family,
        ${linksOfTools} as links
      from tools where ${toolFilter(choice)} order by id`,
    columns: [
      ...csvFields.map((field): [string, Cell] => [
        field,
        written[field] ?? ((tool) => tool[columnOf(field) as ToolColumn]),
      ]),
      ['family', (tool) => tool.family],
      ...linkCellNames.map((cell): [string, Cell] => [cell, ({ links }) => toCellLinks(links)[cell].text]),
      // Read-only: an import ignores documents, since an undo could not restore them.
      [
        'documents',
        ({ id, documents }) => documents.map((each) => serializeDocument(id, each).url).join('\n'),
      ],
      ['_id', (tool) => tool.id],
    ],
  };
}

type Cell = (tool: ExportedTool) => string | number | null;
