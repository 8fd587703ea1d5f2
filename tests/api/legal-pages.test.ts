import { describe, expect, test } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { LegalPage } from '#contracts/duties.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { ManagedLegal, ManagedPage, PublishedText } from '#features/legal/contract.ts';
import type { EmailMessage } from '#platform/email/mailer.ts';
import { tally, times } from '#tests/support/at-once.ts';
import { beginPayment, confirmCard, expectStatus, placeOrder, reportPaid } from '#tests/support/buying.ts';
import { legalText, publishText } from '#tests/support/legal.ts';
import { noiseJpeg, plainPicture } from '#tests/support/pictures.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const admin = setUp(() => t.makeUser({ role: 'admin' }));

const own = <Body>(method: string, path: string, body?: object) =>
  t.call<Body & ErrorReply>(method, path, { token: admin.token, ...(body && { body }) });
const managed = async (page: LegalPage) => (await own<ManagedPage>('GET', `/managelegal/${page}`)).body;
const save = (page: LegalPage, body: object) =>
  own<ManagedPage>('POST', `/legal-pages/${page}/versions`, body);
const publish = (page: LegalPage, version: number | null) =>
  own<ManagedPage>('PUT', `/legal-pages/${page}/published`, { version });
const shown = (page: LegalPage, query = '') =>
  t.call<PublishedText & ErrorReply>('GET', `/legal-pages/${page}${query}`);
const footer = async () => (await t.call<ShopSettings>('GET', '/settings')).body.footerLinks ?? [];

async function moveTo(country: string, customers = 'both') {
  const { body } = await own<{ version: number; details: { region: object } }>('GET', '/managedetails');
  const region = { ...body.details.region, country, state: '' };
  const change = { version: body.version, region, law: { customers } };
  expect((await own('PATCH', '/details', change)).status).toBe(200);
}

describe('a legal page', () => {
  test('is shown once a version of it is published, as it was until the next is', async () => {
    expect((await shown('terms')).status).toBe(404);
    expect(await save('terms', { version: 0, ...legalText('One.') })).toMatchObject({
      status: 201,
      body: { version: 1, published: null, versions: [{ version: 1, opening: 'One.', publishedAt: null }] },
    });
    expect((await shown('terms')).status).toBe(404);
    expect(await footer()).toEqual([]);
    expect(await publish('terms', 1)).toMatchObject({ status: 200, body: { published: 1 } });
    expect((await shown('terms')).body).toMatchObject({
      ...legalText('One.'),
      title: 'Terms of sale',
      version: 1,
    });
    expect(await footer()).toEqual([{ to: '/legal/terms', label: 'Terms of sale' }]);

    expect((await save('terms', { version: 1, ...legalText('Two.') })).body).toMatchObject({
      version: 2,
      published: 1,
    });
    expect((await shown('terms')).body.opening).toBe('One.');
    await publish('terms', 2);
    expect((await shown('terms')).body).toMatchObject({ opening: 'Two.', version: 2 });
    expect((await shown('terms', '?version=1')).body).toMatchObject({ opening: 'One.', version: 1 });
    expect((await t.call<object[]>('GET', '/legal-pages')).body).toMatchObject([
      { page: 'terms', version: 2 },
    ]);
  });

  test('is taken down, and an earlier version published again', async () => {
    expect((await publish('terms', null)).body.published).toBeNull();
    expect((await shown('terms')).status).toBe(404);
    expect((await shown('terms', '?version=2')).status).toBe(200);
    expect(await footer()).toEqual([]);
    expect((await publish('terms', 1)).body.published).toBe(1);
    expect((await shown('terms')).body.opening).toBe('One.');
  });

  test('keeps its versions and what was published when, whoever asks the database', async () => {
    for (const table of ['legal_versions', 'legal_publications', 'legal_files'])
      for (const change of [
        `delete from ${table}`,
        `update ${table} set page = 'terms'`,
        `truncate ${table} cascade`,
      ])
        await expect(t.asOwner(change)).rejects.toThrow();
    expect(await t.asOwner('select version from legal_versions order by version')).toHaveLength(2);
  });

  test('has one next version of several saved at once, and the others see it', async () => {
    const replies = await times(8, (nth) => save('shipping', { version: 0, ...legalText(`By ${nth}.`) }));
    expect(tally(replies)).toEqual({ 201: 1, 409: 7 });
    const won = replies.find(({ status }) => status === 201)?.body.versions[0]?.opening;
    for (const { body } of replies.filter(({ status }) => status === 409)) {
      expect(body.error.code).toBe('version_conflict');
      expect(body.error.current).toMatchObject({ version: 1, versions: [{ opening: won }] });
    }
    expect((await managed('shipping')).versions).toHaveLength(1);
  });

  test('is published once by several at once, and not at all by saving the same text again', async () => {
    expect(tally(await times(6, () => publish('shipping', 1)))).toEqual({ 200: 6 });
    const published = await t.asOwner(`select from legal_publications where page = 'shipping'`);
    expect(published).toHaveLength(1);
    const [latest] = (await managed('shipping')).versions;
    const again = await save('shipping', { version: 1, opening: latest?.opening, parts: latest?.parts });
    expect(again).toMatchObject({ status: 201, body: { version: 1 } });
  });

  test.each<[string, string, object]>([
    ['opening', 'Opening line is required', { opening: ' ' }],
    ['opening', 'Opening line must be 400 characters or shorter', { opening: 'x'.repeat(401) }],
    ['parts', 'Add at least one part', { parts: [] }],
    [
      'parts',
      'A page can have 16 parts at most',
      { parts: Array.from({ length: 17 }, () => legalText().parts[0]) },
    ],
    [
      'parts.0.text',
      'Links must start with https',
      { parts: [{ heading: 'A', text: '[x](javascript:alert(1))' }] },
    ],
    [
      'parts.0.text',
      'Links must start with https',
      { parts: [{ heading: 'A', text: '[x](https://toolyard.example:port/)' }] },
    ],
    ['parts.0.heading', 'Heading is required', { parts: [{ heading: '', text: 'a' }] }],
    ['version', 'version must be a whole number', { version: -1 }],
    ['file', 'Upload the official notice first', { file: 'x' }],
  ])('is refused for %s: %s', async (field, message, change) => {
    const { status, body } = await save('privacy', { version: 0, ...legalText(), ...change });
    expect([status, body.error.code, body.error.field]).toEqual([400, 'invalid_input', field]);
    expect(body.error.message).toContain(message);
    expect((await managed('privacy')).version).toBe(0);
  });

  test('is not published with words in brackets, nor in a version that it does not have', async () => {
    await save('privacy', {
      version: 0,
      opening: 'Who.',
      parts: [{ heading: 'Name', text: 'Ask [your name].' }],
    });
    const refused = await publish('privacy', 1);
    expect(refused).toMatchObject({ status: 400, body: { error: { field: 'version' } } });
    expect(refused.body.error.message).toBe('Replace the words in brackets first: [your name]');
    expect((await publish('privacy', 7)).status).toBe(404);
    expect((await shown('privacy')).status).toBe(404);
  });

  test('has an unknown name, or a version that was never published: not found', async () => {
    expect((await t.call('GET', '/legal-pages/imprint')).status).toBe(400);
    expect((await shown('privacy', '?version=1')).status).toBe(404);
    expect((await shown('terms', '?version=0')).status).toBe(400);
  });

  test('is in the sitemap and the audit trail', async () => {
    const { body } = await own<{ action: string }[]>('GET', '/activity?limit=100');
    const actions = body.map(({ action }) => action);
    expect(actions).toEqual(
      expect.arrayContaining(['legal_page_saved', 'legal_page_published', 'legal_page_taken_down']),
    );
  });
});

type Uploaded = { file: string; picture: { address: string } };

describe('the official notice', () => {
  const upload = async (bytes: Buffer | string, type = 'image/png') => {
    const form = new FormData();
    form.append(
      'image',
      new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type }),
      'a',
    );
    const headers = { authorization: `Bearer ${admin.token}` };
    const reply = await fetch(`${t.url}/legal-files`, { method: 'POST', headers, body: form });
    return { status: reply.status, body: (await reply.json()) as Uploaded & ErrorReply };
  };

  test('is served with the bytes that were uploaded, and shown once its page is published', async () => {
    const bytes = await plainPicture({ width: 60, height: 84 }, '#003399').png().toBuffer();
    const { status, body } = await upload(bytes);
    expect(status).toBe(200);
    expect(body.picture).toEqual({ address: `/legal-files/${body.file}.png`, width: 60, height: 84 });
    const served = await fetch(t.url + body.picture.address);
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true);
    expect(served.headers.get('content-type')).toBe('image/png');
    expect(served.headers.get('cache-control')).toContain('immutable');

    await save('guarantee', { version: 0, ...legalText() });
    expect((await publish('guarantee', 1)).body.error.message).toBe(
      'Upload the official notice before you publish this page',
    );
    await save('guarantee', { version: 1, ...legalText(), file: body.file });
    expect((await publish('guarantee', 2)).status).toBe(200);
    expect((await shown('guarantee')).body.picture).toEqual(body.picture);
  });

  test('is linked in the footer where the law wants it: in the Union, by a shop with consumers', async () => {
    const links = async () => (await footer()).map(({ to }) => to);
    await moveTo('DE', 'consumers');
    expect(await links()).toContain('/legal/guarantee');
    for (const [country, customers] of [
      ['DE', 'businesses'],
      ['US', 'both'],
    ] as const) {
      await moveTo(country, customers);
      expect(await links()).not.toContain('/legal/guarantee');
      expect((await shown('guarantee')).status).toBe(200);
    }
  });

  test('is measured in a JPEG, too', async () => {
    const { body } = await upload(await noiseJpeg({ width: 120, height: 90 }), 'image/jpeg');
    expect(body.picture).toMatchObject({ address: `/legal-files/${body.file}.jpg`, width: 120, height: 90 });
  });

  test.each([
    ['a text', 'hello'],
    ['a script', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['the beginning of a PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
    ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16])],
  ])('is not %s', async (_what, bytes) => {
    const { status, body } = await upload(bytes);
    expect(status).toBe(415);
    expect(body.error).toMatchObject({
      field: 'image',
      message: 'The official notice must be a PNG or JPEG file',
    });
  });

  test('is on no other page, and no file that was never uploaded', async () => {
    const file = 'a'.repeat(32);
    expect((await save('guarantee', { version: 2, ...legalText('New.'), file })).body.error.field).toBe(
      'file',
    );
    expect((await save('registers', { version: 0, ...legalText(), file })).body.error.message).toContain(
      'Only the page',
    );
    expect((await t.call('GET', `/legal-files/${file}.png`)).status).toBe(404);
  });
});

describe('the draft', () => {
  const offered = async () => (await own<ManagedLegal>('GET', '/managelegal')).body;

  test('follows the shop’s country and customers', async () => {
    await moveTo('DE');
    expect((await offered()).pages.map(({ page }) => page)).toEqual([
      ...['notice', 'terms', 'privacy', 'returns', 'shipping', 'accessibility', 'registers', 'guarantee'],
    ]);
    expect(await managed('notice')).toMatchObject({ title: 'Legal notice (Impressum)' });
    const returns = (await managed('returns')).draft;
    expect(returns.opening).toContain('within 14 days');
    expect(returns.parts.map(({ heading }) => heading)).toContain('Model withdrawal form');
    expect(JSON.stringify((await managed('registers')).draft)).toContain('LUCID');

    await moveTo('DE', 'businesses');
    expect(JSON.stringify((await managed('returns')).draft)).not.toContain('14 days');
    expect(JSON.stringify((await managed('terms')).draft)).toContain('We sell to businesses only.');

    await moveTo('US');
    const ofStates = await offered();
    // Published before, so that it can be taken down.
    expect(ofStates.pages.filter(({ published }) => published === null).map(({ page }) => page)).toEqual([
      ...['notice', 'privacy', 'returns'],
    ]);
    for (const { page } of ofStates.pages.filter(({ page: each }) => each !== 'guarantee'))
      expect(JSON.stringify((await managed(page)).draft)).not.toMatch(/GDPR|withdraw|VAT|EU\b/);
  });

  test.each(['DE', 'FR', 'GB', 'US', 'JP'])(
    'of each page in %s can be saved as it is, and asks its owner for what only they know',
    async (country) => {
      for (const customers of ['consumers', 'businesses', 'both']) {
        await moveTo(country, customers);
        for (const { page } of (await offered()).pages) {
          const { version, draft } = await managed(page);
          const saved = await save(page, { version, ...draft });
          expect([page, saved.status, JSON.stringify(saved.body.error ?? null)]).toEqual([page, 201, 'null']);
        }
      }
    },
  );

  test('has the shop’s own details', async () => {
    const { body } = await own<{ version: number; details: { business: object } }>('GET', '/managedetails');
    const business = {
      ...body.details.business,
      legalName: 'Beispiel Werkzeug GmbH',
      registration: 'HRB 12345',
    };
    await own('PATCH', '/details', { version: body.version, business });
    await moveTo('DE');
    const text = JSON.stringify((await managed('notice')).draft);
    expect(text).toContain('Beispiel Werkzeug GmbH');
    expect(text).toContain('HRB 12345');
  });
});

describe('the email of an order', () => {
  const nothing = async (): Promise<unknown> => undefined;
  const emailOf = async (buyer: TestUser, meanwhile = nothing, afterwards = nothing) => {
    const mails: EmailMessage[] = [];
    const { send } = t.shop.mailer;
    const { id } = await t.makeTool();
    const order = await placeOrder(t, buyer, id);
    const intent = await beginPayment(t, buyer, order);
    await meanwhile();
    expectStatus(await confirmCard(t, intent), 200);
    expectStatus(await reportPaid(t, buyer, order._id, intent.paymentIntentId), 200);
    await afterwards();
    t.shop.mailer.send = async (mail) => void mails.push(mail);
    await t.runJobs();
    t.shop.mailer.send = send;
    const mail = mails.find(({ to }) => to === buyer.email);
    return { text: mail?.text ?? '', attachments: mail?.attachments ?? [] };
  };

  test('has the terms as they were when the payment started, and the official notice as it is', async () => {
    await publishText(t, 'returns', 'Send it back.');
    await publishText(t, 'terms', 'As agreed.');
    const { text, attachments } = await emailOf(await t.makeUser(), () =>
      publishText(t, 'terms', 'Changed meanwhile.'),
    );
    expect(attachments.map(({ name, type }) => [name, type])).toEqual([
      ['Terms of sale.txt', 'text/plain; charset=utf-8'],
      ['Returns.txt', 'text/plain; charset=utf-8'],
      ['Legal guarantee.png', 'image/png'],
    ]);
    const terms = attachments[0]?.bytes.toString() ?? '';
    expect(terms).toContain('As agreed.');
    expect(terms).not.toContain('Changed meanwhile.');
    expect(terms).toContain(`Returns (${t.shop.origin}/legal/returns)`);
    expect(text).toMatch(/Terms of sale: Version \d+ of \w+ \d+, \d{4}, attached/);
    expect(attachments[2]?.bytes.subarray(1, 4).toString()).toBe('PNG');
    const later = await emailOf(await t.makeUser());
    expect(later.attachments[0]?.bytes.toString()).toContain('Changed meanwhile.');
  });

  test('keeps the versions that it was given, whatever is changed afterwards', async () => {
    const ada = await t.makeUser();
    const given = () =>
      t.asOwner(`select page, version from given_texts
        join legal_publications on id = publication_id
        join payments on payments.id = payment_id where payments.user_id = '${ada.userId}' order by page`);
    const later = async () => {
      await publishText(t, 'terms', 'Long after.');
      await t.asOwner(
        `update payments set created_at = now() + interval '1 day' where user_id = '${ada.userId}'`,
      );
    };
    const published = (await managed('terms')).published;
    const { attachments } = await emailOf(ada, undefined, later);
    expect(attachments[0]?.bytes.toString()).toContain('Changed meanwhile.');
    expect((await given()).map(({ page }) => page)).toEqual(['guarantee', 'returns', 'terms']);
    expect((await given()).at(-1)).toEqual({ page: 'terms', version: published });
  });

  test('has what was published then, of a payment of the version before, which recorded nothing', async () => {
    const forgotten = () => t.asOwner('delete from given_texts');
    const { attachments } = await emailOf(await t.makeUser(), undefined, forgotten);
    expect(attachments[0]?.bytes.toString()).toContain('Long after.');
  });

  test('lacks the notice on the guarantee outside the Union', async () => {
    await moveTo('US', 'both');
    const { attachments } = await emailOf(await t.makeUser());
    expect(attachments.map(({ name }) => name)).toEqual(['Terms of sale.txt', 'Returns.txt']);
    await moveTo('DE', 'consumers');
  });

  test('has nothing attached by a shop that has published nothing', async () => {
    for (const page of ['terms', 'returns', 'guarantee'] as const) await publish(page, null);
    const { text, attachments } = await emailOf(await t.makeUser());
    expect(attachments).toEqual([]);
    expect(text).not.toContain('attached');
  });
});
