import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { defaultDetails, defaultHours, defaultName } from '#features/shop-details/texts/defaults.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { buy } from '#tests/support/buying.ts';
import { cutOut, plainPicture } from '#tests/support/pictures.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';

const { look } = defaultDetails(defaultName, defaultHours);

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

async function upload(bytes: Buffer | string, type = 'image/png') {
  const form = new FormData();
  form.append('image', new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }), 'a');
  const headers = { authorization: `Bearer ${admin.token}` };
  const reply = await fetch(`${t.url}/details/logo`, { method: 'POST', headers, body: form });
  return { status: reply.status, body: (await reply.json()) as { logo: string } & ErrorReply };
}

const change = async (sections: object) => {
  const { version } = (await t.call<{ version: number }>('GET', '/managedetails', { token: admin.token }))
    .body;
  const body = { version, ...sections };
  return t.call<ErrorReply>('PATCH', '/details', { token: admin.token, body });
};
const shop = async () => (await t.call<ShopSettings>('GET', '/settings')).body.shop;
const sizeOf = async (path: string) => {
  const reply = await fetch(`${t.url}${path}`);
  expect(reply.status, path).toBe(200);
  const { format, width, height } = await sharp(await reply.arrayBuffer()).metadata();
  return { headers: reply.headers, drawn: `${format} ${width}x${height}` };
};

test('draws a logo on upload, and shows it on pages and in emails once it is saved', async () => {
  const replies = await times(4, async () => upload(await cutOut({ width: 768, height: 128 })));
  expect(tally(replies)).toEqual({ 200: 4 });
  const [{ body } = { body: { logo: '' } }] = replies;
  expect(new Set(replies.map((reply) => reply.body.logo))).toEqual(new Set([body.logo]));
  expect(body.logo).toMatch(/^[0-9a-f]{32}-576x96$/);
  expect(await shop()).not.toHaveProperty('logo');

  expect((await change({ look: { ...look, logo: body.logo } })).status).toBe(200);
  const folder = `/logo/${body.logo.slice(0, 32)}/`;
  expect((await shop()).logo).toEqual({ folder, width: 576, height: 96 });
  const { headers, drawn } = await sizeOf(`${folder}logo.png`);
  expect(drawn).toBe('png 576x96');
  expect(headers.get('content-type')).toBe('image/png');
  expect(headers.get('cache-control')).toContain('immutable');
  expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin');
  const icons = {
    'icon-48.png': '48x48',
    'icon-192.png': '192x192',
    'icon-512.png': '512x512',
    'icon-maskable-512.png': '512x512',
    'apple-touch-icon.png': '180x180',
    'share.png': '1200x630',
  };
  for (const [name, size] of Object.entries(icons))
    expect((await sizeOf(folder + name)).drawn, name).toBe(`png ${size}`);

  const buyer = await t.makeUser();
  await buy(t, buyer, (await t.makeTool()).id);
  await t.runJobs();
  const mails = t.shop.db.selectFrom('mailbox.messages').select('html_body');
  const mail = await mails
    .where('recipient', '=', buyer.email)
    .where('subject', 'like', 'Receipt%')
    .execute();
  expect(mail[0]?.html_body).toContain(
    `src="${t.shop.origin}${folder}logo.png" width="192" height="32" alt="Toolyard"`,
  );
});

test('does not enlarge a small logo, and leaves the rest of an icon transparent', async () => {
  const { body } = await upload(await plainPicture({ width: 60, height: 20 }).png().toBuffer());
  expect(body.logo).toMatch(/-60x20$/);
  const icon = await fetch(`${t.url}/logo/${body.logo.slice(0, 32)}/icon-48.png`);
  const { data, info } = await sharp(await icon.arrayBuffer())
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(4);
  expect(data.subarray(0, 4)).toEqual(Buffer.from([0, 0, 0, 0]));
  expect([...data.subarray(info.channels * (24 * 48 + 24)).subarray(0, 4)]).toEqual([0xc0, 0x20, 0x20, 255]);
});

test.each<[string, () => Promise<{ status: number; body: ErrorReply }>, number, string, string]>([
  ['a text', () => upload('No picture at all', 'image/png'), 415, 'unsupported_type', 'image'],
  [
    'a drawing with scripts',
    () => upload('<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml'),
    415,
    'unsupported_type',
    'image',
  ],
  ['no logo', () => change({ look: { ...look, logo: 'mine' } }), 400, 'invalid_input', 'look.logo'],
  [
    'one that nobody uploaded',
    () => change({ look: { ...look, logo: `${'0a'.repeat(16)}-96x96` } }),
    400,
    'invalid_input',
    'look.logo',
  ],
])('%s is refused, and changes nothing', async (_, send, status, code, field) => {
  const before = await shop();
  const { status: said, body } = await send();
  expect([said, body.error.code, body.error.field]).toEqual([status, code, field]);
  expect(await shop()).toEqual(before);
});

test('refuses a logo in another size than drawn, and answers 404 for unknown names', async () => {
  const { body } = await upload(await plainPicture({ width: 96, height: 96 }).png().toBuffer());
  const stretched = body.logo.replace('96x96', '900x96');
  expect((await change({ look: { ...look, logo: stretched } })).body.error.field).toBe('look.logo');
  for (const path of [`${body.logo.slice(0, 32)}/none.png`, `${'0a'.repeat(16)}/logo.png`, 'none/logo.png'])
    expect((await t.call('GET', `/logo/${path}`)).status).toBe(404);
});
