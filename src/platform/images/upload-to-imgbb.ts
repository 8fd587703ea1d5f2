import { z } from 'zod';
import { ImageHostUnavailable } from './image-host.ts';

/** Where imgbb takes pictures (https://api.imgbb.com). */
export const IMGBB_API = 'https://api.imgbb.com/1/upload';

/** Where browsers may fetch what imgbb keeps, as a source of the content policy: it gives out `https://i.ibb.co/…`. */
export const IMGBB_PICTURES = 'https://*.ibb.co';

const HOST = /^[a-z0-9-]+\.ibb\.co$/;
/** The answer has about 1,200 characters. */
const LONGEST_ANSWER = 64 * 1024;
const LONGEST_WORDS = 200;

const answerSchema = z.object({ success: z.literal(true), data: z.object({ url: z.string().max(500) }) });
const failureSchema = z.object({ error: z.object({ message: z.string() }) });

/** Where to upload to, in whose name, and until when. */
type UploadOptions = { api: string; key: string; signal: AbortSignal };

/**
 * Uploads a WebP picture under a name and answers its address. The key stands in the call's address only, which no
 * message of an error repeats.
 * @throws ImageHostUnavailable when imgbb does not take it, or answers with something else than an address of its own.
 */
export async function uploadToImgbb(bytes: Buffer, name: string, options: UploadOptions): Promise<string> {
  const { api, key, signal } = options;
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(bytes)], { type: 'image/webp' }), `${name}.webp`);
  const address = `${api}?${new URLSearchParams({ key })}`;
  const { status, text } = await send(address, { method: 'POST', body: form, redirect: 'error', signal });
  const answer = answerSchema.safeParse(toJson(text));
  if (status !== 200 || !answer.success) throw refusal(status, text, key);
  const { url } = answer.data.data;
  if (!isOfImgbb(url)) throw new ImageHostUnavailable('imgbb gave out an address that is none of its own');
  return url;
}

async function send(address: string, request: RequestInit): Promise<{ status: number; text: string }> {
  try {
    const reply = await fetch(address, request);
    return { status: reply.status, text: await readText(reply) };
  } catch (error) {
    throw new ImageHostUnavailable(`imgbb did not answer: ${causeOf(error)}`);
  }
}

/** Reads an answer, and no more of it than any answer has. */
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

/** What kept an answer from coming, without the address that was called. */
function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'failed';
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message;
}

function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusal(status: number, text: string, key: string): ImageHostUnavailable {
  const failure = failureSchema.safeParse(toJson(text));
  const words = failure.success ? failure.data.error.message : 'no answer that can be read';
  const said = words.replaceAll(key, '…').replace(/\s+/g, ' ').slice(0, LONGEST_WORDS);
  return new ImageHostUnavailable(`imgbb answered ${status}: ${said}`);
}

/** Whether an address is one of imgbb's pictures: what stands in a tool's page must not come from anywhere else. */
function isOfImgbb(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password, href } = new URL(address);
  // As it stands in a `srcset`, where spaces and commas part addresses.
  const isPlain = href === address && !/[\s,]/.test(address);
  return protocol === 'https:' && HOST.test(host) && username === '' && password === '' && isPlain;
}
