import sharp from 'sharp';
import { e2eAdmin } from './admin.ts';
import { accessTokenOf, callAsAdmin, signInByApi } from './people.ts';

/** A tool that a test made for itself. */
export type ShopTool = {
  id: string;
  name: string;
  price: number;
  min_order_quantity: number;
  available_quantity: number;
};

let made = 0;

/** Adds a tool to the shop; what is left out is filled in. Its name is its own. */
export async function makeToolByApi(tool: Partial<Omit<ShopTool, 'id'>> = {}): Promise<ShopTool> {
  made += 1;
  const full = {
    name: `Try square ${process.pid}-${made}-${Date.now()}`,
    price: 12.5,
    min_order_quantity: 2,
    available_quantity: 40,
    ...tool,
  };
  const description = 'A try square for marking out joints, 150 mm, with a brass-faced stock.';
  const img = await uploadPicture();
  const { insertedId } = await callAsAdmin<{ insertedId: string }>('POST', '/tool', {
    ...full,
    description,
    img,
  });
  return { id: insertedId, ...full };
}

/** A small picture as a camera would name it, made here. */
export async function makePicture(): Promise<Buffer> {
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#8d959c' } })
    .jpeg()
    .toBuffer();
}

async function uploadPicture(): Promise<string> {
  const token = await accessTokenOf(await signInByApi(e2eAdmin), e2eAdmin.email);
  const form = new FormData();
  form.set('image', new File([new Uint8Array(await makePicture())], 'square.jpg', { type: 'image/jpeg' }));
  const response = await fetch(`${process.env.E2E_ORIGIN}/image`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return (await response.json()).data.url;
}
