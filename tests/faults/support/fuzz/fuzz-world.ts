import { placeOrder } from '#tests/support/buying.ts';
import type { TestShop, TestUser } from '#tests/support/test-shop.ts';
import { type FleetProcess, type ShopFleet, startShopFleet } from '../shop-fleet.ts';
import { type Operation, readOperations } from './api-document.ts';
import { whatIsWrong } from './check-reply.ts';
import type { FuzzRequest, Sender } from './fuzz-requests.ts';
import { createKnownValues, type KnownValues } from './known-values.ts';
import { createFuzzClient } from './send-fuzz.ts';
import type { Ask } from './walk-state.ts';

/** A shop with data, its process under test, and the tally of its answers. */
export type FuzzWorld = {
  fleet: ShopFleet;
  process: FleetProcess;
  operations: Operation[];
  /** Sends a request and returns what is wrong with the answer, with the request; `undefined` if nothing
   * is. */
  ask(request: FuzzRequest): Promise<string | undefined>;
  /** Sends one call of a walk and returns the answer. @throws if it differs from the document */
  askRightly: Ask;
  people: People;
  tally: Tally;
  stop(): Promise<void>;
};

/** Number of requests by status; the calls that have succeeded; the longest duration of one. */
export type Tally = {
  byStatus: Map<number, number>;
  succeeded: Set<string>;
  slowestMs: number;
  slowest: string;
};

/** Each tool has an order, mostly the user's. */
const TOOLS = 30;

const KINDS = [
  { category: 'Hand tools', brand: 'Halden' },
  { category: 'Hand tools', brand: 'Brackwell & Sons' },
  { category: 'Power tools', brand: 'Halden' },
];

/** Search queries: existing words, a prefix, a misspelling, and no match. */
const SEARCHED = ['claw hammer', 'drives nai', 'hamer', 'Halden', 'a', '&'];

/** Prices that match all tools, some and none. */
const PRICES = [
  ['1', '1.29'],
  ['1.05', '1.1'],
  ['0', '0.99'],
] as const;

/** Tokens must outlive the longest run. */
const TOKEN_LIFE_MS = 6 * 3_600_000;

/** Starts the shop and adds tools, orders and people. */
export async function startFuzzWorld(): Promise<FuzzWorld> {
  const fleet = await startShopFleet(1);
  const [process] = fleet.processes;
  const operations = await readOperations(process.origin);
  const byName = new Map(operations.map((operation) => [operation.name, operation]));
  const values = createKnownValues();
  const people = await makePeople(fleet);
  await furnish(fleet, process, values, people);
  const client = createFuzzClient(process.origin);
  const tally: Tally = { byStatus: new Map(), succeeded: new Set(), slowestMs: 0, slowest: '' };

  async function ask(request: FuzzRequest): Promise<string | undefined> {
    const operation = byName.get(request.call);
    if (!operation) throw new Error(`there is no ${request.call}`);
    const filled = {
      ...request,
      target: values.fill(request.target, encodeURIComponent),
      body: request.body && values.fill(request.body, (value) => JSON.stringify(value).slice(1, -1)),
    };
    const authorization = authorizationOf(request.sender, people);
    const sent = { ...filled, headers: { ...filled.headers, ...(authorization && { authorization }) } };
    const reply = await client.send(sent);
    count(tally, request.call, reply);
    const wrong = whatIsWrong(sent, operation, reply);
    if (wrong)
      return `${request.call} as ${request.sender} ${wrong}\n${JSON.stringify(filled).slice(0, 2_000)}`;
    if (reply.status < 300 && reply.text.startsWith('{'))
      values.learn(operation.path, JSON.parse(reply.text));
    values.learnCursor(operation.path, reply.link);
    return undefined;
  }

  return {
    fleet,
    process,
    operations,
    ask,
    askRightly: createAsk(process, byName, tally),
    people,
    tally,
    async stop() {
      client.close();
      await fleet.stop();
    },
  };
}

/** Returns the function that makes the calls of a walk and throws on any difference from the document. */
function createAsk(process: FleetProcess, byName: Map<string, Operation>, tally: Tally): Ask {
  return async (call, { target, token, body, headers }) => {
    const operation = byName.get(call);
    if (!operation) throw new Error(`there is no ${call}`);
    const { method } = operation;
    const options = { body, ...(headers && { headers }), ...(token === undefined ? {} : { token }) };
    const startedAt = performance.now();
    const reply = await process.call<never>(method, target, options);
    const { status } = reply;
    count(tally, call, { status, tookMs: performance.now() - startedAt });
    const type = reply.headers.get('content-type') ?? '';
    const text = JSON.stringify(reply.body);
    const wrong = whatIsWrong({ method, framing: 'length' }, operation, { status, type, text });
    if (wrong) throw new Error(`${call} ${wrong}`);
    return reply;
  };
}

/** The people in whose name requests are sent. */
export type People = { user: TestUser; admin: TestUser; stranger: TestUser };

async function makePeople(fleet: ShopFleet): Promise<People> {
  const { clock } = fleet.shop;
  fleet.shop.clock = { now: () => new Date(clock.now().getTime() + TOKEN_LIFE_MS) };
  try {
    return {
      user: await fleet.makeUser({ name: 'Ursula User' }),
      admin: await fleet.makeUser({ name: 'Alma Admin', role: 'admin' }),
      stranger: await fleet.makeUser({ name: 'Stella Stranger' }),
    };
  } finally {
    fleet.shop.clock = clock;
  }
}

async function furnish(
  fleet: ShopFleet,
  { call }: Pick<TestShop, 'call'>,
  values: KnownValues,
  { user, admin, stranger }: People,
): Promise<void> {
  for (const { email } of [user, admin, stranger]) values.pin('email', email);
  values.pin('otherEmail', stranger.email);
  for (const words of [...SEARCHED, user.name, user.email]) values.pin('words', words);
  for (const { category, brand } of KINDS) {
    values.pin('category', category);
    values.pin('brand', brand);
  }
  for (const [low, high] of PRICES) {
    values.pin('lowPrice', low);
    values.pin('highPrice', high);
  }
  for (let n = 0; n < TOOLS; n++) {
    const tool = await fleet.makeTool({ onHand: 1_000_000, priceCents: 100 + n, ...KINDS[n % KINDS.length] });
    const rating = { rating_sum: (n % 5) + 1, rating_count: 1 };
    if (n % 2 === 0) await fleet.shop.db.updateTable('tools').set(rating).where('id', '=', tool.id).execute();
    values.pin('tool', tool.id);
    values.pin('toolName', tool.name);
    values.pin('img', tool.img);
    const order = await placeOrder({ call }, n % 5 === 0 ? stranger : user, tool.id);
    values.pin('order', order._id);
    values.pin('words', order._id);
  }
}

function authorizationOf(sender: Sender, { user, admin }: People): string | undefined {
  if (sender === 'visitor') return undefined;
  if (sender === 'liar') return `Bearer ${user.token.slice(0, -2)}`;
  return `Bearer ${sender === 'admin' ? admin.token : user.token}`;
}

function count(tally: Tally, call: string, { status, tookMs }: { status: number; tookMs: number }): void {
  tally.byStatus.set(status, (tally.byStatus.get(status) ?? 0) + 1);
  if (status >= 200 && status < 400) tally.succeeded.add(call);
  if (tookMs <= tally.slowestMs) return;
  tally.slowestMs = tookMs;
  tally.slowest = call;
}
