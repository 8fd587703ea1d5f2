import { toPrice } from '#contracts/money.ts';
import type { Picture } from '#contracts/picture.ts';
import type { Tool } from './contract.ts';
import type { PictureRow } from './pictures/store.ts';
import type { ToolRow } from './store.ts';

/** A tool as it goes over the wire, its price in `currency`. */
export function serializeTool(row: ToolRow, currency: string): Tool {
  return {
    _id: row.id,
    name: row.name,
    description: row.description,
    img: row.img,
    picture: serializePicture(row),
    min_order_quantity: row.min_order_quantity,
    available_quantity: row.available_quantity,
    price: toPrice(row.price_cents, currency),
    category: row.category,
    brand: row.brand,
    rating: row.rating_tenths === null ? null : row.rating_tenths / 10,
    rating_count: row.rating_count,
  };
}

/** A picture as it goes over the wire. */
export function serializePicture(row: Omit<PictureRow, 'url'>): Picture {
  return {
    width: row.width,
    height: row.height,
    colour: row.colour,
    webp: row.webp_srcset,
    avif: row.avif_srcset,
  };
}
