import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { jobHandlers } from '#server/shop/job-handlers.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { type MovingAddress, openMovingAddress } from '#tests/support/moving-address.ts';
import { giveBankDetails } from '#tests/support/open-invoices.ts';
import { openPictureWeb } from '#tests/support/picture-web.ts';
import { startPretendedStripe, stripeKeys } from '#tests/support/stripe/pretended-stripe.ts';
import { startTestShop, type TestShop, type TestUser } from '#tests/support/test-shop.ts';
import { openReceiver, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';
import { databaseUrl } from '../database-url.ts';
import { createShopProcess, type ShopProcess } from '../shop-process.ts';
import { type Cards, sandboxCards, stripeCards } from './cards.ts';

/** Where messages of the contact form go. */
export const DESK = 'desk@shop.example';

/** The date of jobs that are kept until a round begins. */
const KEPT_UNTIL = new Date('2100-01-01T00:00:00Z');

/** A shop, all that is beside it, and the same shop in the test's own process, which has no workers: what is
 * asked of that one waits as jobs until `letGo`. */
export type World = {
  t: TestShop;
  /** A member of staff, who gets every email to staff. */
  admin: TestUser;
  mail: MailServer;
  receiver: WebhookReceiver;
  web: Awaited<ReturnType<typeof openPictureWeb>>;
  /** What the nodes reach the database at. */
  database: MovingAddress;
  /** The database's own address. */
  databasePlace: { host: string; port: number };
  nodes: [ShopProcess, ShopProcess];
  cards: Cards;
  /** Keeps a job that is due later, or had been begun, for the round. */
  keep(job: string, about: Record<string, string>): Promise<void>;
  /** Deletes a job that waits. */
  lose(job: string, about: Record<string, string>): Promise<void>;
  /** Does a job that waits, here and now. */
  doNow(job: string, payload: Record<string, unknown>): Promise<void>;
  /** What is asked of the shop once all other work has been: it would hold that up. */
  lastly: (() => Promise<void>)[];
  /** Makes kept jobs due: those of these kinds, or all. */
  letGo(...kinds: string[]): Promise<void>;
  stop(): Promise<void>;
};

/** Opens a world; its nodes are not started. */
export async function openWorld(provider: Cards['kind'] = 'sandbox'): Promise<World> {
  await using opened = new AsyncDisposableStack();
  const mail = opened.adopt(await startMailServer({ tls: 'none' }), (server) => server.stop());
  const receiver = opened.adopt(await openReceiver(), (server) => server.stop());
  const web = opened.adopt(await openPictureWeb(), (server) => server.stop());
  const stripe =
    provider === 'stripe' && opened.adopt(await startPretendedStripe(), (server) => server.stop());
  const settings = {
    ...(stripe && { CARD_PAYMENTS: 'stripe', ...stripeKeys }),
    SHOP_SECRET: randomBytes(32).toString('base64url'),
    SHOP_RATE_LIMIT: 'off',
    SHOP_CONTACT_EMAIL: DESK,
    WEBHOOK_PRIVATE_ADDRESSES: '1',
    MAIL: 'smtp',
    MAIL_FROM: 'shop@shop.example',
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: String(mail.port),
    SMTP_TLS: 'none',
  };
  const pretended = { network: web.network, ...(stripe && { pretendedStripe: stripe.address }) };
  const t = opened.adopt(await startTestShop(settings, pretended), (shop) => shop.stop());
  const admin = await t.makeUser({ role: 'admin', email: 'boss@shop.example' });
  await giveBankDetails(t);
  const databasePlace = { host: t.owner.host, port: t.owner.port };
  const database = opened.adopt(await openMovingAddress(databasePlace), (address) => address.close());
  const throughAddress = { host: '127.0.0.1', port: database.port };
  const environment = {
    ...settings,
    DATABASE_URL: databaseUrl({ ...t.app, ...throughAddress }),
    DATABASE_OWNER_URL: databaseUrl({ ...t.owner, ...throughAddress }),
    SHOP_DATA_DIR: t.shop.config.dataDir,
    SHOP_DEMO: '0',
    SHOP_LOG_LEVEL: 'info',
  };
  const ports = [web.port, ...(stripe ? [stripe.address.port] : [])].join(':');
  const script = ['tests/faults/support/jobs/run-shop-on-pretended-web.ts', ports];
  const makeNode = async () =>
    opened.adopt(
      await createShopProcess(environment, { script }),
      async (node) => void (await node.end('SIGKILL')),
    );
  const nodes: World['nodes'] = [await makeNode(), await makeNode()];
  keepJobs(t);
  const closing = opened.move();
  return {
    lastly: [],
    ...{ t, admin, mail, receiver, web, database, databasePlace, nodes },
    cards: stripe ? stripeCards(stripe) : sandboxCards(t),
    async keep(job, about) {
      await t.shop.db.executeQuery(
        sql`update pgboss.job set start_after = ${KEPT_UNTIL}
          where name = ${job} and state in ('created', 'retry') and data @> ${JSON.stringify(about)}::jsonb`.compile(
          t.shop.db,
        ),
      );
    },
    lose: (job, about) => loseJob(t, job, about),
    async doNow(job, payload) {
      await loseJob(t, job, payload);
      await jobHandlers(t.shop)[job]?.(payload, { isLast: false });
    },
    async letGo(...kinds) {
      await sql`
        update pgboss.job set start_after = now()
        where state = 'created' and start_after = ${KEPT_UNTIL} and (${kinds.length === 0} or name = any(${kinds}))`.execute(
        t.shop.db,
      );
    },
    stop: () => closing.disposeAsync(),
  };
}

/** Has the jobs that this process asks for at once wait until they are let go. */
function keepJobs({ shop: { jobs } }: TestShop): void {
  const { enqueue } = jobs;
  jobs.enqueue = (db, job, payload, options = {}) =>
    enqueue(db, job, payload, { ...options, runAt: options.runAt ?? KEPT_UNTIL });
}

async function loseJob({ shop }: TestShop, job: string, about: object): Promise<void> {
  await sql`
    delete from pgboss.job where name = ${job} and state in ('created', 'retry')
      and data @> ${JSON.stringify(about)}::jsonb`.execute(shop.db);
}

/** The jobs that are due or under way, or were tried and are to be tried again. */
export async function unfinishedJobs({ t }: World): Promise<string[]> {
  const { rows } = await sql<{ job: string }>`
    select name || ' ' || state || ' ' || coalesce(data::text, '') as job from pgboss.job
    where state in ('active', 'retry') or (state = 'created' and start_after <= now() and name <> 'given-up')`.execute(
    t.shop.db,
  );
  return rows.map(({ job }) => job);
}

/** The emails that the mail server has taken for an address, each Message-ID once. */
export function mailsTo({ mail }: World, address: string, subject: RegExp): string[] {
  const taken = mail.mails.filter(
    ({ to, headers }) => to.includes(address) && subject.test(headers.subject ?? ''),
  );
  return [...new Set(taken.map(({ headers }) => headers['message-id'] ?? ''))];
}
