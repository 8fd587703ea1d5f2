import { afterAll, beforeAll, expect, it } from 'vitest';
import { largestBodyBytes, requestLimits } from '#contracts/limits.ts';
import { type SpawnedAdminShop, startSpawnedAdminShop } from '#tests/support/spawned-admin-shop.ts';
import { type Nginx, startNginx } from './support/nginx.ts';

/** Sends what the shop takes at most through `deploy/nginx.conf`. */

type Body = { content: Record<string, { schema?: unknown }> };
type Operations = Record<string, { requestBody?: Body; security?: object[] }>;

let shop: SpawnedAdminShop;
let nginx: Nginx;

beforeAll(async () => {
  shop = await startSpawnedAdminShop({ TRUST_PROXY: 'loopback', SHOP_RATE_LIMIT: 'off' });
  nginx = await startNginx([shop.origin, shop.origin, shop.origin]);
});

afterAll(async () => {
  await nginx?.stop();
  await shop?.stop();
});

/** The largest file of each call that takes one, and its field. */
const files: Record<string, [field: string, bytes: number]> = {
  'post /image': ['image', requestLimits.pictureBytes],
  'post /details/logo': ['image', requestLimits.pictureBytes],
  'post /tool/{id}/documents': ['file', requestLimits.documentBytes],
  'post /imports': ['file', requestLimits.importBytes],
  'post /exemption-certificates': ['certificate', requestLimits.certificateBytes],
  'post /legal-files': ['image', requestLimits.officialNoticeBytes],
  'post /returns/{id}/pictures': ['image', requestLimits.pictureBytes],
  'put /returns/{id}/label': ['label', requestLimits.returnLabelBytes],
};

/** A file of nearly as many tools as it takes to have so many bytes. */
function toolsOf(bytes: number): Blob {
  const head = 'name,description,price\n';
  const row = `Mallet,${'Drives chisels. '.repeat(500)},12.50\n`;
  const rows = head + row.repeat(Math.floor((bytes - head.length) / row.length));
  return new Blob([rows, '\n'.repeat(bytes - rows.length)], { type: 'text/csv' });
}

async function send(origin: string, call: string, { body, type }: { body: BodyInit; type?: string }) {
  const [method = '', path = ''] = call.split(' ');
  const reply = await fetch(origin + path.replace(/{\w+}/g, '019aa000-0000-7000-8000-000000000000'), {
    method: method.toUpperCase(),
    headers: {
      ...(type && { 'content-type': type }),
      // A call that changes something for everyone is only read and refused.
      ...(call in files && { authorization: `Bearer ${shop.token}` }),
    },
    body,
  });
  const text = await reply.text();
  return { status: reply.status, code: JSON.parse(text || '{}').error?.code as string | undefined };
}

function formOf(call: string, more = 0): { body: FormData } {
  const [field = '', bytes = 0] = files[call] ?? [];
  const body = new FormData();
  const blob = call === 'post /imports' ? toolsOf(bytes + more) : new Blob([new Uint8Array(bytes + more)]);
  body.set(field, blob, 'largest');
  return { body };
}

async function callsWithBodies(): Promise<{ call: string; types: string[] }[]> {
  const { paths } = await (await fetch(`${shop.origin}/openapi.json`)).json();
  return Object.entries(paths as Record<string, Operations>).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) =>
      requestBody ? [{ call: `${method} ${path}`, types: Object.keys(requestBody.content) }] : [],
    ),
  );
}

it('passes each call’s largest body on, and the shop’s answer back', async () => {
  const calls = await callsWithBodies();
  const withFiles = calls.filter(({ types }) => types.includes('multipart/form-data'));
  expect(withFiles.map(({ call }) => call).toSorted()).toEqual(Object.keys(files).toSorted());
  for (const { call, types } of calls) {
    if (call === 'post /imports') continue;
    const json = JSON.stringify({ filler: 'x'.repeat(requestLimits.bodyBytes - '{"filler":""}'.length) });
    const form = () => (call in files ? formOf(call) : { body: json, type: types[0] ?? 'application/json' });
    expect([call, await send(nginx.origin, call, form())]).toEqual([
      call,
      await send(shop.origin, call, form()),
    ]);
  }
});

it('passes the largest import on, which the shop takes', async () => {
  expect(await send(nginx.origin, 'post /imports', formOf('post /imports'))).toMatchObject({ status: 201 });
});

it('leaves it to the shop to say what is too large, up to the largest body of all', async () => {
  for (const call of ['post /image', 'post /tool/{id}/documents'])
    expect([call, await send(nginx.origin, call, formOf(call, requestLimits.formBytes + 1))]).toEqual([
      call,
      { status: 413, code: 'too_large' },
    ]);
  const body = new Uint8Array(largestBodyBytes);
  const refused = await send(nginx.origin, 'post /contact', { body, type: 'application/json' });
  expect(refused).toEqual({ status: 413, code: 'too_large' });
});

it('passes on a head as long as the shop takes', async () => {
  const long = `/tools?q=${'x'.repeat(requestLimits.headBytes - 1_000)}`;
  const [direct, passed] = await Promise.all([shop, nginx].map(({ origin }) => fetch(origin + long)));
  expect(passed?.status).toBe(direct?.status);
});

it('lets nginx count no process as failed', async () => {
  expect(await nginx.errors()).toBe('');
});
