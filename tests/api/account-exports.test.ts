import { parse } from 'csv-parse/sync';
import { extractText, getDocumentProxy } from 'unpdf';
import { describe, expect, it, vi } from 'vitest';
import type { ErrorReply } from '#contracts/app-error.ts';
import type { AccountExport } from '#features/account/contract.ts';
import { makeExport } from '#features/account/make-export.ts';
import { accessTokenOf, mailsTo, PASSWORD, signUp } from '#tests/support/accounts.ts';
import { readArchive } from '#tests/support/archives.ts';
import { times } from '#tests/support/at-once.ts';
import { expectStatus, placeOrder } from '#tests/support/buying.ts';
import { makeCertificate, smallPdf } from '#tests/support/exemptions.ts';
import { jobsOf } from '#tests/support/outbox.ts';
import { leaveTraces, makeVerifiedPerson } from '#tests/support/person-traces.ts';
import { setUp, setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestUser } from '#tests/support/test-shop.ts';

// Decision 110: a person takes everything that the shop knows about them.
const t = setUpShop({ SHOP_RATE_LIMIT: 'off' });
const tool = setUp(() => t.makeTool({ name: 'Claw hammer', onHand: 1000, priceCents: 1250 }));

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type Asker = Pick<TestUser, 'token'>;
const askFor = ({ token }: Asker) => t.call<AccountExport & ErrorReply>('POST', '/account/export', { token });
const lookAt = async ({ token }: Asker) =>
  (await t.call<AccountExport>('GET', '/account/export', { token })).body;

async function download({ token }: Asker) {
  const response = await fetch(`${t.url}/account/export/file`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return {
    status: response.status,
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  };
}

/** Somebody who has just typed their password again. */
async function confirmed({ token }: Asker): Promise<Asker> {
  const body = { password: PASSWORD };
  const { status } = await t.call('POST', '/api/auth/confirm-password', { token, body });
  expect(status).toBe(200);
  return { token };
}

/** A person's copy, asked for and made. */
async function takeCopy(person: Asker): Promise<Buffer> {
  expect((await askFor(person)).status).toBe(202);
  await t.runJobs();
  const { status, bytes } = await download(person);
  expect(status).toBe(200);
  return bytes;
}

const textOfPdf = async (latin1: string) =>
  (
    await extractText(await getDocumentProxy(new Uint8Array(Buffer.from(latin1, 'latin1'))), {
      mergePages: true,
    })
  ).text;

const rowsOf = (files: Map<string, string>, name: string): Record<string, unknown>[] =>
  JSON.parse(files.get(`${name}.json`) ?? '[]');

/** Tries a job of the queue as often as it may be: the pauses between are not waited for. */
async function tryToEnd({ userId }: TestUser, most: number): Promise<number> {
  const { id } = await t.shop.db
    .selectFrom('account_exports')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  let failures = 0;
  for (let tries = 0; tries < most; tries++)
    await makeExport(t.shop, { exportId: id }).catch(() => (failures += 1));
  return failures;
}

/** What is left of a person's copy, and of any whose owner is gone. */
const copiesLeft = ({ userId }: TestUser) =>
  t.asOwner(`select id from account_exports where user_id = '${userId}'
    union all select export_id from account_export_parts where export_id not in (select id from account_exports)`);

describe('a copy of one’s data', () => {
  it('is asked for, told of by email, and has everything in it, for other programs to read', async () => {
    const person = await makeVerifiedPerson(t, { name: 'Zoë Øberg', email: 'zoe@copies.example' });
    await leaveTraces(t, person, { toolId: tool.id, street: '77 Quarrel Row', phone: '+12175550142' });
    const other = await makeVerifiedPerson(t, { name: 'Rival Roe', email: 'rival@copies.example' });
    const rivals = { name: other.name, email: other.email, phone: '+12175550199', message: 'Rival here' };
    expectStatus(await t.call('POST', '/contact', { body: rivals }), 200);
    await placeOrder(t, other, tool.id);
    const fresh = person;

    expect(await lookAt(fresh)).toEqual({ state: 'none' });
    expect((await download(fresh)).status).toBe(404);
    const replies = await times(4, () => askFor(fresh));
    expect(replies.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 4 }, () => [202, { state: 'making' }]),
    );
    expect(await jobsOf(t.shop.db, ['make-account-export'])).toHaveLength(1);
    expect(await lookAt(fresh)).toEqual({ state: 'making' });
    expect((await download(fresh)).status).toBe(404);

    await t.runJobs();
    const ready = await lookAt(fresh);
    const url = '/account/export/file';
    expect(ready).toEqual({ state: 'ready', url, until: expect.any(String), canRenew: false });
    const daysLeft = (Date.parse(ready.until ?? '') - t.clock.now().getTime()) / DAY_MS;
    expect(daysLeft).toBeCloseTo(7, 1);
    const { status, headers, bytes } = await download(fresh);
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/zip');
    expect(headers.get('content-disposition')).toBe('attachment; filename="my-data.zip"');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(Number(headers.get('content-length'))).toBe(bytes.length);

    const files = readArchive(bytes);
    const kinds = [...files.keys()].flatMap((name) => (name.endsWith('.json') ? [name.slice(0, -5)] : []));
    expect(kinds).toEqual([
      ...[
        'profile',
        'login',
        'login-methods',
        'sessions',
        'addresses',
        'orders',
        'payments',
        'payment-lines',
      ],
      ...['refunds', 'invoices', 'parcels', 'quotes', 'returns', 'reviews', 'messages', 'message-replies'],
      ...['saved-lists', 'restock-notices', 'staff-notes', 'activity', 'downloads'],
    ]);
    expect([...files.keys()].filter((name) => !/\.(json|csv|pdf|webp)$/.test(name))).toEqual(['README.txt']);
    for (const kind of kinds) {
      const rows = rowsOf(files, kind);
      const [head, ...lines] = parse(files.get(`${kind}.csv`) ?? '', { bom: true }) as string[][];
      expect([kind, head]).toEqual([kind, Object.keys(rows[0] ?? {})]);
      expect([kind, lines.length]).toEqual([kind, rows.length]);
    }

    const { db } = t.shop;
    const numbers = await db
      .selectFrom('orders')
      .select('number')
      .where('user_id', '=', person.userId)
      .orderBy('id')
      .execute();
    const orders = rowsOf(files, 'orders');
    expect(orders.map(({ number }) => number)).toEqual(numbers.map(({ number }) => number));
    expect(orders[0]).toMatchObject({
      toolName: 'Claw hammer',
      unitPrice: 12.5,
      currency: 'usd',
      name: 'Zoë Øberg',
      address: expect.stringContaining('77 Quarrel Row'),
      buyerNote: 'Ring Zoë Øberg',
    });
    const [order] = parse(files.get('orders.csv') ?? '', { bom: true, columns: true }) as Record<
      string,
      string
    >[];
    expect(order).toMatchObject({ unitPrice: '12.50', address: expect.stringContaining('77 Quarrel Row') });
    expect(rowsOf(files, 'profile')).toMatchObject([{ email: person.email, phone: '+12175550142' }]);
    expect(rowsOf(files, 'messages')).toMatchObject([{ message: 'I am Zoë Øberg' }]);
    expect(rowsOf(files, 'message-replies')).toMatchObject([{ text: 'Dear Zoë Øberg' }]);
    expect(rowsOf(files, 'staff-notes').map(({ note }) => note)).toEqual(
      Array.from({ length: 2 }, () => 'Zoë Øberg rang'),
    );
    expect(rowsOf(files, 'activity')).toContainEqual(
      expect.objectContaining({ action: 'data_requested', actor: 'user', byYou: true }),
    );

    const refunds = rowsOf(files, 'refunds').map(({ state, amount, given }) => [state, amount, given]);
    expect(refunds).toContainEqual(['done', 0.01, 0.01]);

    const papers = await db
      .selectFrom('invoices')
      .select('name')
      .where('user_id', '=', person.userId)
      .orderBy('id')
      .execute();
    expect(papers.length).toBeGreaterThan(1);
    for (const { name } of papers) {
      const text = await textOfPdf(files.get(`invoices/${name}.pdf`) ?? '');
      expect(text).toContain(name);
      expect(text).toContain('Zoë Øberg');
    }
    expect([...files.keys()].filter((name) => /^invoices\/.*\.pdf$/.test(name))).toHaveLength(papers.length);

    const whole = [...files.values()].join('\n');
    for (const text of ['Rival', 'rival@copies', '+12175550199', other.userId])
      expect(whole).not.toContain(text);
    for (const secret of await secretsOf(person)) expect(whole).not.toContain(secret);

    const mail = (await mailsTo(t, person.email)).find(
      ({ subject }) => subject === 'Your data is ready to download',
    );
    expect(mail?.text).toContain(`${t.url}/dashboard/security`);
    expect(JSON.stringify(mail)).not.toContain('account/export');
  });

  /** What would let somebody in, or could be guessed at in peace. */
  async function secretsOf({ email }: TestUser): Promise<string[]> {
    const rows = await t.asOwner(`
      select password as secret from identity.account join identity."user" on "user".id = "userId" where email = '${email}'
      union select encode(token_hash, 'hex') from sessions join users using (subject) where email = '${email}'`);
    const secrets = rows.map(({ secret }) => String(secret));
    expect(secrets.length).toBeGreaterThan(1);
    return secrets;
  }

  it('is for nobody else, and by no key', async () => {
    const person = await makeVerifiedPerson(t);
    await takeCopy(person);
    for (const role of ['user', 'staff', 'admin'] as const) {
      const other = await t.makeUser({ role });
      const { status, bytes } = await download(other);
      expect([status, JSON.parse(bytes.toString())]).toMatchObject([404, { error: { code: 'not_found' } }]);
      expect(await lookAt(other)).toEqual({ state: 'none' });
    }
    expect((await fetch(`${t.url}/account/export/file`)).status).toBe(401);
    const events = await t.shop.db
      .selectFrom('audit_events')
      .select(['action', 'actor_id'])
      .where('user_id', '=', person.userId)
      .where('action', 'like', 'data_%')
      .execute();
    expect(events).toEqual([
      { action: 'data_requested', actor_id: person.userId },
      { action: 'data_downloaded', actor_id: person.userId },
    ]);
  });

  it('is made once a day, replaces the last, and is deleted after a week', async () => {
    const person = await makeVerifiedPerson(t);
    const fresh = () => confirmed(person);
    await takeCopy(person);
    t.clock.advance(DAY_MS - HOUR_MS);
    const early = await askFor(await fresh());
    expect(early).toMatchObject({
      status: 429,
      body: { error: { message: 'A copy can be made once a day. The last one is still ready to download.' } },
    });
    const seconds = Number(early.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(HOUR_MS / 1000);
    t.clock.advance(HOUR_MS);
    expect(await lookAt(await fresh())).toMatchObject({ state: 'ready', canRenew: true });
    await takeCopy(await fresh());
    const counts = () =>
      t.asOwner(`select (select count(*)::integer from account_exports where user_id = '${person.userId}') as exports,
        (select count(*)::integer from account_export_parts) as parts`);
    expect(await counts()).toEqual([{ exports: 1, parts: expect.any(Number) }]);
    t.clock.advance(7 * DAY_MS);
    const last = await fresh();
    expect(await lookAt(last)).toEqual({ state: 'none' });
    expect((await download(last)).status).toBe(404);
    await t.shop.jobs.enqueue(t.shop.db, 'forget-old-exports', {});
    await t.runJobs();
    expect(await counts()).toEqual([{ exports: 0, parts: 0 }]);
  });

  it('of somebody without a verified address is ready on their page, and sends no email', async () => {
    const account = await signUp(t);
    const person = { token: await accessTokenOf(t, account) };
    await t.call('POST', '/contact', {
      body: { name: 'Somebody', email: account.email, phone: '+1 555 0177' },
    });
    await t.runJobs();
    const before = (await mailsTo(t, account.email)).length;
    const files = readArchive(await takeCopy(person));
    expect(files.has('profile.json')).toBe(true);
    // Anybody can sign up with an address: the messages of its owner are not theirs.
    expect(files.has('messages.json')).toBe(false);
    expect(await mailsTo(t, account.email)).toHaveLength(before);
  });

  it('has the files of exemption certificates', async () => {
    const person = await makeVerifiedPerson(t);
    await makeCertificate(t, person);
    await makeCertificate(t, await makeVerifiedPerson(t));
    const files = readArchive(await takeCopy(person));
    const certificates = [...files].filter(([name]) => name.startsWith('exemption-certificates/'));
    expect(certificates).toEqual([['exemption-certificates/certificate-1.pdf', smallPdf.toString()]]);
  });

  it('fails openly after some tries, and can be asked for again at once', async () => {
    const person = await makeVerifiedPerson(t);
    await askFor(person);
    const details = vi.spyOn(t.shop.details, 'read').mockRejectedValue(new Error('broken'));
    expect(await tryToEnd(person, 4)).toBe(4);
    expect(await lookAt(person)).toEqual({ state: 'making' });
    expect(await tryToEnd(person, 3)).toBe(0);
    details.mockRestore();
    expect(await lookAt(person)).toEqual({ state: 'failed' });
    expect((await download(person)).status).toBe(404);
    expect(readArchive(await takeCopy(person)).has('profile.json')).toBe(true);
  });

  /** A try that stops before it has read anything; `goOn` lets it end. */
  async function startSlowTry(job: unknown): Promise<() => Promise<void>> {
    const { promise: mayGoOn, resolve: letGoOn } = Promise.withResolvers<void>();
    const { promise: isReading, resolve: reads } = Promise.withResolvers<void>();
    const read = t.shop.details.read;
    const details = vi.spyOn(t.shop.details, 'read').mockImplementationOnce(async () => {
      reads();
      await mayGoOn;
      return read();
    });
    const made = makeExport(t.shop, job);
    await isReading;
    details.mockRestore();
    return () => {
      letGoOn();
      return made;
    };
  }

  it('is made by the later of two tries: the earlier adds nothing', async () => {
    const person = await makeVerifiedPerson(t);
    for (let order = 0; order < 3; order++) await placeOrder(t, person, tool.id);
    await askFor(person);
    const [job] = await jobsOf(t.shop.db, ['make-account-export']);
    const goOn = await startSlowTry(job?.data);
    await t.runJobs();
    await placeOrder(t, person, tool.id);
    await goOn();
    expect(rowsOf(readArchive((await download(person)).bytes), 'orders')).toHaveLength(3);
    const told = (await mailsTo(t, person.email)).filter(({ subject }) => subject.startsWith('Your data'));
    expect(told).toHaveLength(1);
  });

  it('being made while the account is erased leaves nothing', async () => {
    const person = await makeVerifiedPerson(t);
    await askFor(person);
    const [job] = await jobsOf(t.shop.db, ['make-account-export']);
    const goOn = await startSlowTry(job?.data);
    const body = { password: PASSWORD };
    expect((await t.call('DELETE', '/account', { token: person.token, body })).status).toBe(200);
    await goOn();
    expect(await copiesLeft(person)).toEqual([]);
    expect((await mailsTo(t, person.email)).map(({ subject }) => subject)).toEqual([
      'Your account was deleted',
    ]);
  });

  it('goes with the account', async () => {
    const person = await makeVerifiedPerson(t);
    await takeCopy(person);
    const body = { password: PASSWORD };
    expect((await t.call('DELETE', '/account', { token: person.token, body })).status).toBe(200);
    expect(await copiesLeft(person)).toEqual([]);
    expect((await download(person)).status).toBe(401);
  });
});

describe('an admin has a copy made for someone who asked', () => {
  it('with a fresh sign-in; the person is told, and alone can download it', async () => {
    const person = await makeVerifiedPerson(t);
    const admin = await makeVerifiedPerson(t);
    await t.asOwner(`update users set role = 'admin' where id = '${admin.userId}'`);
    const path = `/user/export/${person.email}`;
    t.clock.advance(11 * 60_000);
    const { token } = admin;
    expect(await t.call('POST', path, { token })).toMatchObject({
      status: 403,
      body: { error: { code: 'fresh_sign_in_needed' } },
    });
    await confirmed(admin);
    expect(await t.call('POST', path, { token })).toMatchObject({ status: 202, body: { state: 'making' } });
    expect((await t.call('POST', '/user/export/nobody@copies.example', { token })).status).toBe(404);
    expect(await t.call('POST', '/user/export/nobody', { token })).toMatchObject({
      status: 400,
      body: { error: { field: 'email' } },
    });
    await t.runJobs();
    expect((await download({ token })).status).toBe(404);
    expect((await mailsTo(t, person.email)).map(({ subject }) => subject)).toContain(
      'Your data is ready to download',
    );
    expect((await download(await confirmed(person))).status).toBe(200);
    expect((await t.call('POST', path, { token })).status).toBe(429);
    const [event] = await t.shop.db
      .selectFrom('audit_events')
      .select(['actor', 'actor_id'])
      .where('user_id', '=', person.userId)
      .where('action', '=', 'data_requested')
      .execute();
    expect(event).toEqual({ actor: 'admin', actor_id: admin.userId });
  });
});
