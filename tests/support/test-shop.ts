import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { insertTools, type NewToolRow } from '#features/catalogue/stock-store.ts';
import type { UserRole } from '#features/users/roles-contract.ts';
import { systemClock } from '#platform/clock.ts';
import { readConfig } from '#platform/config/config.ts';
import type { Network } from '#platform/download.ts';
import { openSession, startSession } from '#platform/identity/sessions.ts';
import type { PretendedStripe } from '#platform/payments/stripe/stripe-cards.ts';
import { buildApp } from '#server/shop/app.ts';
import { createContext } from '#server/shop/create-context.ts';
import { databaseUrl } from '#tests/faults/support/database-url.ts';
import { createTestClock, type TestClock } from './clock.ts';
import { createFreshDatabase, type FreshDatabase } from './fresh-database.ts';
import { runDueJobs } from './outbox.ts';
import { startTransactionPooler } from './transaction-pooler.ts';

/** The reply to a call: `body` is parsed JSON, or text if it is not JSON. */
export type Reply<Body = unknown> = { status: number; body: Body; headers: Headers };

/** A signed-in person of the test: `token` is the access token. */
export type TestUser = { userId: string; email: string; name: string; token: string };

/** What a test specifies of a person; the rest has defaults. */
export type TestPerson = { email?: string; name?: string; role?: UserRole; verified?: boolean };

/** The real application over real HTTP, on a fresh database. */
export type TestShop = {
  url: string;
  shop: AppContext;
  clock: TestClock;
  /** Every route of the application: its methods, by path. */
  routes: Map<string, Set<string>>;
  /** Calls the API; `body` is sent as JSON. */
  call<Body = unknown>(
    method: string,
    path: string,
    options?: { token?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Reply<Body>>;
  makeUser(person?: TestPerson): Promise<TestUser>;
  makeTool(tool?: TestTool): Promise<{ id: string; name: string; img: string }>;
  /** Connects to the shop's database as the tables' owner. */
  owner: FreshDatabase['connection'];
  /** The same, as the role that the shop serves as. */
  app: FreshDatabase['connection'];
  /** Runs one statement on the shop's database as the tables' owner, who has rights that the shop lacks. */
  asOwner(statement: string): Promise<Record<string, unknown>[]>;
  /** Runs every due job once. */
  runJobs(...kinds: string[]): Promise<void>;
  stop(): Promise<void>;
};

/** What a test specifies of a tool; the rest has defaults. */
export type TestTool = {
  name?: string;
  description?: string;
  priceCents?: number;
  minOrderQuantity?: number;
  onHand?: number;
  category?: string;
  brand?: string;
  partNumber?: string;
};

/** Starts the shop for a test file. `environment` overrides settings; `pretendedStripe` is the address of a
 * fake Stripe, `network` the web that pictures are fetched from. `lentSessions`: how many sessions a pool
 * lends to the shop, for one transaction at a time; by default it has its own. */
export async function startTestShop(
  environment: Record<string, string> = {},
  {
    clock = createTestClock(),
    lentSessions,
    ...options
  }: { clock?: TestClock; pretendedStripe?: PretendedStripe; network?: Network; lentSessions?: number } = {},
): Promise<TestShop> {
  const database = await createFreshDatabase();
  const pooler = lentSessions
    ? await startTransactionPooler(database.appConnection, { size: lentSessions })
    : undefined;
  const dataDir = await mkdtemp(join(tmpdir(), 'toolyard-shop-'));
  const config = readConfig({
    SHOP_DATA_DIR: dataDir,
    SHOP_LOG_LEVEL: 'silent',
    SHOP_DEMO: '0',
    // A busy machine opens connections slowly.
    DATABASE_WAIT_SECONDS: '30',
    ...(pooler && {
      DATABASE_URL: databaseUrl({ ...database.appConnection, host: '127.0.0.1', port: pooler.port }),
      DATABASE_DIRECT_URL: databaseUrl(database.appConnection),
    }),
    ...environment,
  });
  const connection = config.database.kind === 'server' ? config.database.connection : database.appConnection;
  const { context: shop, close } = await createContext(config, connection, { clock, ...options });
  await shop.jobs.open();
  const app = await buildApp(shop);
  await app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  shop.origin = url;
  shop.localOrigin = url;

  return {
    url,
    shop,
    clock,
    routes: app.routes,
    call: (method, path, options = {}) => callApi(url, method, path, options),
    makeUser: (person) => makeUser(shop, person),
    makeTool: (tool) => makeTool(shop, tool),
    owner: database.connection,
    app: database.appConnection,
    asOwner: database.asOwner,
    runJobs: (...kinds) => runDueJobs(shop, ...kinds),
    async stop() {
      await app.close();
      await close();
      await pooler?.stop();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function callApi<Body>(
  url: string,
  method: string,
  path: string,
  options: { token?: string; body?: unknown; headers?: Record<string, string> },
): Promise<Reply<Body>> {
  const response = await fetch(new URL(path, url), {
    method,
    headers: {
      ...(options.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: JSON.stringify(options.body) }),
    redirect: 'manual',
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, body: isJson ? JSON.parse(text) : text, headers: response.headers };
}

/** Creates a signed-in person directly in the database of `shop`. */
export async function makeUser(shop: AppContext, person: TestPerson = {}): Promise<TestUser> {
  const userId = uuid();
  const email = person.email ?? `user-${userId.slice(-12)}@example.com`;
  const name = person.name ?? 'Ada Joiner';
  const verified = person.verified ?? true;
  const subject = uuid();
  await shop.db
    .insertInto('identity.user')
    .values({ id: subject, email, name, emailVerified: verified })
    .execute();
  await shop.db
    .insertInto('users')
    .values({
      id: userId,
      subject,
      email,
      email_verified: verified,
      display_name: name,
      role: person.role ?? 'user',
    })
    .execute();
  return { userId, email, name, token: await makeSession(shop, subject) };
}

/** Logs an account in, directly in the database. Returns the access token. */
export function makeSession(shop: Pick<AppContext, 'db' | 'clock'>, subject: string): Promise<string> {
  return shop.db.transaction().execute(async (tx) => {
    const now = shop.clock.now();
    return (await openSession(tx, await startSession(tx, { subject, now }), now)) ?? '';
  });
}

/** Inserts a tool into the database of `shop`. */
export async function makeTool(
  shop: Pick<AppContext, 'db'>,
  tool: TestTool = {},
): Promise<{ id: string; name: string; img: string }> {
  const id = uuid();
  const name = tool.name ?? `Claw hammer ${id.slice(-6)}`;
  const img = `/pictures/${id}-800.webp`;
  const picture = {
    id: uuid(),
    url: img,
    width: 800,
    height: 600,
    colour: '#eeeeee',
    webp_srcset: `${img} 800w`,
  };
  await shop.db.insertInto('pictures').values(picture).execute();
  const row: NewToolRow = {
    id,
    name,
    description: tool.description ?? 'Drives nails and pulls them.',
    img,
    price_cents: tool.priceCents ?? 1250,
    min_order_quantity: tool.minOrderQuantity ?? 1,
    on_hand: tool.onHand ?? 100,
    ...(tool.category && { category: tool.category }),
    ...(tool.brand && { brand: tool.brand }),
    ...(tool.partNumber && { part_number: tool.partNumber }),
  };
  await shop.db.transaction().execute((tx) => insertTools({ clock: systemClock }, tx, [row]));
  return { id, name, img };
}
