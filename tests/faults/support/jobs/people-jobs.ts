import { v7 as uuid } from 'uuid';
import { todayOf } from '#features/shop-details/read-details.ts';
import { readArchive } from '#tests/support/archives.ts';
import { expectStatus } from '#tests/support/buying.ts';
import { makeCertificate } from '#tests/support/exemptions.ts';
import { outboxOf } from '#tests/support/outbox.ts';
import { mailed } from './money-jobs.ts';
import type { Begin, Piece } from './piece.ts';
import { DESK, mailsTo, type World } from './world.ts';

/** The endpoints' paths at the receiver, which the tests have answer well, slowly, or never. */
export const endpointPaths = ['/quick', '/slow', '/endless'] as const;

/** A message of the contact form, by somebody with a name of their own. */
async function writeMessage({ t }: World): Promise<{ id: string; name: string }> {
  const name = `Cora ${uuid().slice(-12)}`;
  const body = { name, email: 'cora@home.example', phone: '555 0199', message: 'Do you sharpen saws?' };
  const { insertedId } = expectStatus(
    await t.call<{ insertedId: string }>('POST', '/contact', { body }),
    200,
  );
  return { id: insertedId, name };
}

const sendMail: Begin = async (world) => {
  const { name } = await writeMessage(world);
  return [mailed(world, DESK, new RegExp(`^${name} wants to get in touch$`))];
};

const tellStaff: Begin = async (world) => {
  const { name } = await writeMessage(world);
  const job = 'tell-staff';
  return [{ ...mailed(world, world.admin.email, new RegExp(`^${name} wants to get in touch$`)), job }];
};

const deliverWebhooks: Begin = async (world) => {
  const { id } = await writeMessage(world);
  const eventsAt = (path: string) =>
    world.receiver.received.filter((hook) => hook.path === path && hook.body.data._id === id);
  return endpointPaths.map((path): Piece => {
    const facts = async () => {
      const received = eventsAt(path);
      const delivered = world.t.shop.db
        .selectFrom('webhook_deliveries')
        .innerJoin('webhook_endpoints', 'webhook_endpoints.id', 'endpoint_id')
        .select('state')
        .where('object_id', '=', id)
        .where('url', 'like', `%${path}`);
      return {
        path,
        ids: new Set(received.map((hook) => hook.id)).size,
        bodies: new Set(received.map(({ text }) => text)).size,
        deliveries: (await delivered.execute()).map(({ state }) => state),
      };
    };
    const expected = { path, ids: 1, bodies: 1, deliveries: ['delivered'] };
    return {
      job: 'deliver-webhooks',
      ...(path !== '/quick' && { needs: ['receiver'] satisfies Piece['needs'] }),
      facts,
      expected,
    };
  });
};

const tellRestocked: Begin = async (world) => {
  const { t, admin } = world;
  const buyer = await t.makeUser();
  const tool = await t.makeTool({ onHand: 1, minOrderQuantity: 2 });
  const path = `/tool/${tool.id}`;
  expectStatus(await t.call('PUT', `${path}/restock-notice`, { token: buyer.token }), 200);
  const body = { kind: 'received', quantity: 5 };
  expectStatus(await t.call('POST', `${path}/stock`, { token: admin.token, body }), 200);
  const waiting = t.shop.db.selectFrom('restock_notices').select('id').where('user_id', '=', buyer.userId);
  return [
    {
      job: 'tell-restocked',
      facts: async () => ({ waiting: (await waiting.execute()).length }),
      expected: { waiting: 0 },
    },
    mailed(world, buyer.email, /^Back in stock/),
  ];
};

const lookForFailedJobs: Begin = async (world) => {
  const { t, admin } = world;
  const kind = `lost-errand-${uuid().slice(-12)}`;
  const id = await outboxOf(t.shop.db).send('given-up', { mail: kind });
  await t.shop.jobs.enqueue(t.shop.db, 'look-for-failed-jobs', {});
  const told = t.shop.db
    .selectFrom('told_failed_jobs')
    .select('job_id')
    .where('job_id', '=', id ?? '');
  const found: Piece = {
    job: 'look-for-failed-jobs',
    facts: async () => ({ told: (await told.execute()).length }),
    expected: { told: 1 },
  };
  const subject = /failed/i;
  const count = () => mailsTo(world, admin.email, subject).length;
  const before = count();
  const email: Piece = {
    ...mailed(world, admin.email, subject),
    facts: async () => ({ mails: count() - before }),
    expected: { mails: 1 },
  };
  return [found, email];
};

const deleteIdentity: Begin = async ({ t }) => {
  const { userId } = await t.makeUser();
  const { subject } = await t.shop.db
    .selectFrom('users')
    .select('subject')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await t.shop.jobs.enqueue(t.shop.db, 'delete-identity', { subject });
  const left = t.shop.db
    .selectFrom('identity.user')
    .select('id')
    .where('id', '=', subject ?? '');
  return [
    {
      job: 'delete-identity',
      facts: async () => ({ accounts: (await left.execute()).length }),
      expected: { accounts: 0 },
    },
  ];
};

const repeatErasure: Begin = async (world) => {
  const { t } = world;
  const { userId, email } = await t.makeUser();
  await t.shop.jobs.enqueue(t.shop.db, 'repeat-erasure', { userId });
  const left = t.shop.db.selectFrom('users').select('id').where('email', '=', email);
  const erased = t.shop.db
    .selectFrom('audit_events')
    .select('id')
    .where('action', '=', 'account_erased')
    .where('user_id', '=', userId);
  return [
    {
      job: 'repeat-erasure',
      facts: async () => ({ left: (await left.execute()).length, erased: (await erased.execute()).length }),
      expected: { left: 0, erased: 1 },
    },
    mailed(world, email, /./),
  ];
};

const makeAccountExport: Begin = async (world) => {
  const { t } = world;
  const buyer = await t.makeUser();
  const { token } = buyer;
  expectStatus(await t.call('POST', '/account/export', { token }), 202);
  const download = async () => {
    const headers = { authorization: `Bearer ${token}` };
    const reply = await fetch(`${t.url}/account/export/file`, { headers });
    return readArchive(Buffer.from(await reply.arrayBuffer())).has('README.txt');
  };
  // Each download tells the person.
  let readable: Promise<boolean> | undefined;
  const facts = async () => {
    const { body } = await t.call<{ state: string }>('GET', '/account/export', { token });
    if (body.state === 'ready') readable ??= download();
    return { state: body.state, readable: await readable };
  };
  return [
    { job: 'make-account-export', facts, expected: { state: 'ready', readable: true } },
    mailed(world, buyer.email, /./),
  ];
};

/** An approved certificate that expires today, and whose owner has not been told. */
const warnOfExpiry: Begin = async (world) => {
  const { t } = world;
  const buyer = await t.makeUser();
  const id = await makeCertificate(t, buyer);
  const today = await todayOf(t.shop);
  await t.asOwner(`update exemption_certificates
    set state = 'approved', expires_on = '${today}', checked_at = now(), checked_by = '${world.admin.userId}'
    where id = '${id}'`);
  await t.shop.jobs.enqueue(t.shop.db, 'warn-of-expiry', {});
  const certificate = t.shop.db.selectFrom('exemption_certificates').select('warned_of').where('id', '=', id);
  return [
    {
      job: 'warn-of-expiry',
      facts: () => certificate.executeTakeFirstOrThrow(),
      expected: { warned_of: today },
    },
    mailed(world, buyer.email, /is about to expire$/),
  ];
};

/** The jobs of people: what they are told, sent and given, and what is forgotten of them. */
export const peopleJobs: Record<string, Begin> = {
  'send-mail': sendMail,
  'tell-staff': tellStaff,
  'deliver-webhooks': deliverWebhooks,
  'tell-restocked': tellRestocked,
  'look-for-failed-jobs': lookForFailedJobs,
  'delete-identity': deleteIdentity,
  'repeat-erasure': repeatErasure,
  'make-account-export': makeAccountExport,
  'warn-of-expiry': warnOfExpiry,
};
