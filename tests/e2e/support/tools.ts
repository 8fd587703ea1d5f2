import sharp from 'sharp';
import type { PriceBreak } from '#features/catalogue/contract.ts';
import { toolPath } from '#features/catalogue/rules.ts';
import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import { e2eAdmin } from './admin.ts';
import { callAsAdmin, tokenOf } from './people.ts';
import { shopOrigin } from './shop-origin.ts';

/** A tool made by a test. */
export type ShopTool = {
  id: string;
  name: string;
  price: number;
  min_order_quantity: number;
  available_quantity: number;
  img: string;
  part_number?: string;
};

const description = 'A try square for marking out joints, 150 mm, with a brass-faced stock.';

let made = 0;
let picture: Promise<string> | undefined;

/** Adds a tool to the shop, with defaults for missing fields. Its name is unique, its picture shared. */
export async function makeToolByApi(
  tool: Partial<Omit<ShopTool, 'id' | 'img'>> & {
    category?: string;
    brand?: string;
    pack_step?: number;
    weight_grams?: number;
    length_mm?: number;
    width_mm?: number;
    height_mm?: number;
    price_breaks?: PriceBreak[];
    specifications?: NewSpecification[];
  } = {},
): Promise<ShopTool> {
  made += 1;
  picture ??= uploadPicture();
  const full = {
    name: `Try square ${process.pid}-${made}-${Date.now()}`,
    price: 12.5,
    min_order_quantity: 2,
    available_quantity: 40,
    img: await picture,
    ...tool,
  };
  const { insertedId } = await callAsAdmin<{ insertedId: string }>('POST', '/tool', { ...full, description });
  return { id: insertedId, ...full };
}

/** The canonical address of a tool's page. */
export const pageOf = ({ id, name, part_number }: ShopTool): string =>
  toolPath({ _id: id, name, part_number: part_number ?? null });

/** Returns the units of a tool that can be ordered now, from public data. */
export async function availableUnits(tool: ShopTool): Promise<number> {
  const response = await fetch(`${shopOrigin()}/tool/${tool.id}`);
  return (await response.json()).available_quantity;
}

/** Makes a small picture, named as a camera would name it. */
export async function makePicture(background = '#8d959c'): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

/** Uploads such a picture; returns its URL. */
export async function uploadPicture(background?: string): Promise<string> {
  const form = new FormData();
  form.set(
    'image',
    new File([new Uint8Array(await makePicture(background))], 'square.jpg', { type: 'image/jpeg' }),
  );
  const response = await fetch(`${shopOrigin()}/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenOf(e2eAdmin)}` },
    body: form,
  });
  return (await response.json()).data.url;
}
