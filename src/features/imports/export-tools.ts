import { type Selectable, sql } from 'kysely';
import { currencyDigits, toPrice } from '#contracts/money.ts';
import type { Specification } from '#features/catalogue/contract.ts';
import { type DocumentRow, documentsOfTool, serializeDocument } from '#features/catalogue/document-store.ts';
import { type PriceBreakRow, priceBreaksOfTools, specificationsOfTools } from '#features/catalogue/store.ts';
import type { Export } from '#features/exports/send-export.ts';
import { morePicturesOfTools } from '#features/pictures/store.ts';
import { type ManagedToolChoice, toolsMeant } from '#features/search/managed-tools.ts';
import type { Tables } from '#platform/database/tables.ts';
import { formatPriceBreaks, formatSpecifications } from './list-cells.ts';

type ExportedTool = Selectable<Tables['tools']> & {
  listed: Specification[];
  breaks: PriceBreakRow[];
  pictures: string | null;
  documents: DocumentRow[];
};

/** The tools that are meant as a file, in columns by their names on the wire. An import takes the same columns. */
export function exportOfTools(choice: ManagedToolChoice, currency: string): Export<ExportedTool> {
  const digits = currencyDigits(currency);
  return {
    kind: 'tools',
    query: sql`
      select id, part_number, name, description, category, brand, price_cents, min_order_quantity, available_quantity,
        pack_step, weight_grams, length_mm, width_mm, height_mm, img,
        ${specificationsOfTools} as listed, ${priceBreaksOfTools} as breaks,
        ${morePicturesOfTools} as pictures, ${documentsOfTool} as documents
      from tools where ${toolsMeant(choice)} order by id`,
    columns: {
      part_number: (tool) => tool.part_number,
      name: (tool) => tool.name,
      description: (tool) => tool.description,
      category: (tool) => tool.category,
      brand: (tool) => tool.brand,
      price: (tool) => toPrice(tool.price_cents, currency).toFixed(digits),
      min_order_quantity: (tool) => tool.min_order_quantity,
      available_quantity: (tool) => tool.available_quantity,
      pack_step: (tool) => tool.pack_step,
      weight_grams: (tool) => tool.weight_grams,
      length_mm: (tool) => tool.length_mm,
      width_mm: (tool) => tool.width_mm,
      height_mm: (tool) => tool.height_mm,
      specifications: (tool) => formatSpecifications(tool.listed),
      price_breaks: (tool) => formatPriceBreaks(tool.breaks, currency),
      img: (tool) => tool.img,
      pictures: (tool) => tool.pictures,
      // To be read only: an import passes them over, since undoing one could not bring a document back.
      documents: ({ id, documents }) => documents.map((each) => serializeDocument(id, each).url).join('\n'),
      _id: (tool) => tool.id,
    },
  };
}
