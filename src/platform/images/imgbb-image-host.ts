import { z } from 'zod';
import { cutText } from '#contracts/cut-text.ts';
import type { Database } from '#platform/database/database.ts';
import { reasonOf } from '#platform/errors.ts';
import { noPageSources } from '#platform/page-sources.ts';
import { parseJson } from '#platform/text-formats.ts';
import { hashOfUpload, mainWidth, toSrcset } from './files-image-host.ts';
import { type HostedPicture, type ImageHost, ImageHostUnavailable } from './image-host.ts';
import type { PictureEncoder } from './picture-encoder.ts';

const IMGBB_API = 'https://api.imgbb.com/1/upload';

/** Where browsers may fetch pictures from imgbb, as a source of the content policy: its addresses are
 * `https://i.ibb.co/…`. */
const IMGBB_PICTURES = 'https://*.ibb.co';

/** Page content must not come from anywhere else; excludes the characters that separate addresses in a
 * `srcset`. */
const PICTURE_ADDRESS = /^https:\/\/[a-z0-9-]+\.ibb\.co\/[\w%./~-]+$/;
/** A typical answer has about 1,200 characters. */
const LONGEST_ANSWER = 64 * 1024;
const LONGEST_WORDS = 200;

const WITHIN_MS = 60_000;

/** Creates the picture host on imgbb. An interrupted upload stays there, unused. imgbb accepts no AVIF. */
export function createImgbbImageHost(
  { key }: { key: string },
  parts: { db: Database; encoder: PictureEncoder; earlierHost: ImageHost; api?: string },
): ImageHost {
  const { db, encoder, earlierHost, api = IMGBB_API } = parts;

  async function store(bytes: Buffer): Promise<HostedPicture> {
    const hash = hashOfUpload(bytes);
    const known = await findImgbbPicture(db, hash);
    if (known) return known;
    const { sizes, ...about } = await encoder.encodeWebp(bytes);
    const signal = AbortSignal.timeout(WITHIN_MS);
    const addresses = new Map<number, string>();
    for (const { width, bytes } of sizes)
      addresses.set(width, await uploadToImgbb(bytes, `${hash}-${width}`, { api, key, signal }));
    const widths = [...addresses.keys()];
    const addressOf = (width: number) => addresses.get(width) ?? '';
    const picture = { ...about, url: addressOf(mainWidth(widths)), webp: toSrcset(widths, addressOf) };
    return keepImgbbPicture(db, hash, picture);
  }

  return {
    kind: 'imgbb',
    summary: 'imgbb',
    pageSources: { ...noPageSources, pictures: [IMGBB_PICTURES] },
    store,
    check: async () => 'the key is set; imgbb tells only by the first picture whether it takes it',
    makeAvif: async (url) => (url.startsWith('/') ? earlierHost.makeAvif(url) : undefined),
    has: async (address) => (address.startsWith('/') ? earlierHost.has(address) : undefined),
    read: (file) => earlierHost.read(file),
  };
}

async function findImgbbPicture(db: Database, hash: string): Promise<HostedPicture | undefined> {
  const row = await db
    .selectFrom('imgbb_pictures')
    .select('picture')
    .where('hash', '=', hash)
    .executeTakeFirst();
  return row?.picture;
}

/** Stores the addresses from imgbb. Returns what is stored: of two concurrent uploads of the same bytes, the
 * first. */
async function keepImgbbPicture(db: Database, hash: string, picture: HostedPicture): Promise<HostedPicture> {
  await db
    .insertInto('imgbb_pictures')
    .values({ hash, picture: JSON.stringify(picture) })
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
  return (await findImgbbPicture(db, hash)) ?? picture;
}

const answerSchema = z.object({ success: z.literal(true), data: z.object({ url: z.string().max(500) }) });
const failureSchema = z.object({ error: z.object({ message: z.string() }) });

type UploadOptions = { api: string; key: string; signal: AbortSignal };

/** Uploads a picture; no error contains the key. @throws ImageHostUnavailable if the answer has no imgbb
 * address */
export async function uploadToImgbb(bytes: Buffer, name: string, options: UploadOptions): Promise<string> {
  const { api, key, signal } = options;
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/webp' }), `${name}.webp`);
  const address = `${api}?${new URLSearchParams({ key })}`;
  const { status, text } = await send(address, { method: 'POST', body: form, redirect: 'error', signal });
  const answer = answerSchema.safeParse(parseJson(text));
  if (status !== 200 || !answer.success) throw refusal(status, text, key);
  const { url } = answer.data.data;
  if (!PICTURE_ADDRESS.test(url))
    throw new ImageHostUnavailable('imgbb gave out an address that is none of its own');
  return url;
}

async function send(address: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(address, request);
    return { status: reply.status, text: await readText(reply) };
  } catch (error) {
    throw new ImageHostUnavailable(`imgbb did not answer: ${reasonOf(error)}`);
  }
}

async function readText({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > LONGEST_ANSWER) throw new Error('its answer has no end');
  }
  return Buffer.concat(chunks).toString();
}

function refusal(status: number, text: string, key: string): ImageHostUnavailable {
  const failure = failureSchema.safeParse(parseJson(text));
  const words = failure.success ? failure.data.error.message : 'no answer that can be read';
  const said = cutText(words.replaceAll(key, '…').replace(/\s+/g, ' '), LONGEST_WORDS);
  return new ImageHostUnavailable(`imgbb answered ${status}: ${said}`);
}
