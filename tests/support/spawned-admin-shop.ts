import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PASSWORD, signInAgain } from './accounts.ts';
import { plainPicture } from './pictures.ts';
import { startSpawnedShop } from './spawn-shop.ts';
import type { Reply } from './test-shop.ts';

const EMAIL = 'boss@tools.example';

/** The settings that create a shop's admin. */
export const adminSettings = { SHOP_ADMIN_EMAIL: EMAIL, SHOP_ADMIN_PASSWORD: PASSWORD };

/** The admin of `adminSettings`, who fills a shop. */
export type ActingAdmin = {
  email: string;
  /** The access token. */
  token: string;
  /** Posts as the admin: a form, or anything else as JSON. */
  post<Body>(path: string, body: unknown): Promise<Reply<Body>>;
  /** Uploads a small picture with this file name; returns its address. */
  uploadPicture(fileName: string): Promise<string>;
};

/** An empty shop in a separate process, and its admin. */
export type SpawnedAdminShop = ActingAdmin & {
  origin: string;
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
};

/** Starts a shop without the demo catalogue, in a new folder, with additional settings. */
export async function startSpawnedAdminShop(
  settings: Record<string, string> = {},
): Promise<SpawnedAdminShop> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-start-'));
  await chmod(folder, 0o711);
  const shop = await startSpawnedShop({
    SHOP_DATA_DIR: folder,
    SHOP_DEMO: '0',
    ...adminSettings,
    ...settings,
  });
  return {
    ...(await actAsAdmin(shop.origin)),
    origin: shop.origin,
    async stop() {
      await shop.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Signs the admin in at a shop that runs with `adminSettings`. */
export async function actAsAdmin(
  origin: string,
  logIn: (email: string) => Promise<string> = (email) => signInAgain({ call: callerOf(origin) }, email),
): Promise<ActingAdmin> {
  const call = callerOf(origin);
  const token = await logIn(EMAIL);
  const post = <Body>(path: string, body: unknown) => call<Body>('POST', path, { token, body });
  return {
    email: EMAIL,
    token,
    post,
    async uploadPicture(fileName) {
      const form = new FormData();
      const picture = await plainPicture({ width: 40, height: 30 }).png().toBuffer();
      form.append('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), fileName);
      const { body } = await post<{ data: { url: string } }>('/image', form);
      return body.data.url;
    },
  };
}

/** Calls a shop in a separate process, with a token if given: a form, or anything else as JSON. */
export function callerOf(origin: string) {
  return async <Body>(
    method: string,
    path: string,
    { token, body }: { token?: string; body?: unknown } = {},
  ): Promise<Reply<Body>> => {
    const isJson = body !== undefined && !(body instanceof FormData);
    const reply = await fetch(origin + path, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(isJson && { 'content-type': 'application/json' }),
      },
      body: isJson ? JSON.stringify(body) : ((body as FormData | undefined) ?? null),
    });
    return { status: reply.status, headers: reply.headers, body: await reply.json() };
  };
}
