import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { TestShop } from './test-shop.ts';

/** The reply of `POST /image`: a picture's address or an error. */
export type Uploaded = { success: true; data: { url: string } } & ErrorReply;

/** A file of an upload; without `type`, the sender does not know the type. */
export type UploadedPart = { field?: string; name?: string; type?: string; bytes: Buffer };

/** Uploads files as a browser does. */
export async function upload(
  t: TestShop,
  parts: UploadedPart[],
  options: { token: string | undefined; fields?: Record<string, string>; key?: string },
) {
  const { token, fields = {}, key } = options;
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  for (const { field = 'image', name = 'hammer.jpg', type = '', bytes } of parts) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const headers = new Headers();
  if (token !== undefined) headers.set('authorization', `Bearer ${token}`);
  if (key !== undefined) headers.set('idempotency-key', key);
  const reply = await fetch(`${t.url}/image`, { method: 'POST', headers, body: form });
  return {
    status: reply.status,
    retryAfter: reply.headers.get('retry-after'),
    body: (await reply.json()) as Uploaded,
  };
}

/** Every trace that an upload can leave: files, pictures, jobs and keys. */
export async function keptPictures({ config, db }: AppContext) {
  const files = await readdir(join(config.dataDir, 'pictures')).catch(() => []);
  const rows = await db.selectFrom('pictures').select(['url', 'avif_srcset']).orderBy('url').execute();
  const keys = await db.selectFrom('idempotency_keys').select('key').orderBy('key').execute();
  return { files: files.sort(), rows, keys };
}
