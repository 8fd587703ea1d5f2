import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { buildApp } from '#server/shop/app.ts';
import { tokensOfBuyers, userIdOf } from './buyers.ts';
import { orderOf, type Wanted, wantedTool } from './order-load.ts';
import type { WritesShop } from './writes-shop.ts';

/** One statement as the shop sends it. */
type Sent = { text: string; values: unknown[] };

const CAPTURED_BUYER = 0;
const CAPTURED_KEY = 'captured';

/** Returns the pgbench script that does what the shop does for one order: records the statements in order
 * while the shop's own code places one; what differs between orders (ids, keys, the buyer and the tool) is
 * computed from a number. */
export async function orderScript(shop: WritesShop, wanted: Wanted): Promise<string> {
  const { sent, orderId } = await captureOrder(shop, wanted);
  const statements = sent.map(({ text, values }) =>
    text.replace(/\$(\d+)/g, (_, place) => inScript(values[Number(place) - 1], wanted, orderId)),
  );
  return ['\\set n :n + 1', ...statements.map((text) => `${text.replace(/\s+/g, ' ').trim()};`), ''].join(
    '\n',
  );
}

async function captureOrder({ inside: { context: shop, pool } }: WritesShop, wanted: Wanted) {
  const sent: Sent[] = [];
  const stopListening = tapStatements(pool, (statement) => sent.push(statement));
  const app = await buildApp(shop);
  try {
    const [token = ''] = await tokensOfBuyers(shop);
    const { headers, body: payload } = orderOf(wanted, CAPTURED_BUYER, token);
    // The first order opens connections, which send statements of their own.
    await app.inject({ method: 'POST', url: '/orders', headers, payload });
    sent.length = 0;
    const again = { ...headers, 'idempotency-key': `${CAPTURED_KEY} ${randomUUID()}` };
    const reply = await app.inject({ method: 'POST', url: '/orders', headers: again, payload });
    if (reply.statusCode !== 201) throw new Error(`the captured order was answered with ${reply.body}`);
    return { sent, orderId: String(reply.json()._id) };
  } finally {
    stopListening();
    await app.close();
  }
}

type Query = { text: string; values?: unknown[] };

function tapStatements(pool: pg.Pool, onStatement: (statement: Sent) => void): () => void {
  const tapped = new Map<pg.PoolClient, pg.PoolClient['query']>();
  const tap = (client: pg.PoolClient) => {
    if (tapped.has(client)) return;
    const query = client.query;
    tapped.set(client, query);
    const spy = (asked: string | Query, values: unknown[] = [], ...rest: unknown[]) => {
      const text = typeof asked === 'string' ? asked : asked.text;
      onStatement({ text, values: (typeof asked === 'string' ? undefined : asked.values) ?? values });
      return Reflect.apply(query, client, [asked, values, ...rest]);
    };
    Object.assign(client, { query: spy });
  };
  pool.on('acquire', tap);
  return () => {
    pool.off('acquire', tap);
    for (const [client, query] of tapped) Object.assign(client, { query });
  };
}

const serial = ':client_id::bigint * 100000000 + :n::bigint';
const freshId = (kind: string) =>
  `('${kind}0000000-0000-7000-8000-' || lpad((${serial})::text, 12, '0'))::uuid`;
const numbered = (kind: string) => `('00000000-${kind}-7000-8000-' || lpad(:client_id::text, 12, '0'))::uuid`;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** Everything that differs between orders, anywhere in a value. */
const varying = new RegExp(
  `(${UUID.source}|(?:session|subject)-${CAPTURED_BUYER}(?![0-9])|${CAPTURED_KEY} ${UUID.source})`,
);

/** The script's text for a value that was sent. */
function inScript(value: unknown, wanted: Wanted, orderId: string): string {
  if (value === null || value === undefined) return 'null';
  const isJson = typeof value === 'object' && !Array.isArray(value) && !(value instanceof Date);
  const plain = value instanceof Date ? value.toISOString() : String(value);
  // As the driver sends it.
  const text = isJson ? JSON.stringify(value) : plain;
  const parts = (Array.isArray(value) ? `{${text}}` : text)
    .split(varying)
    .map((part, index) => (index % 2 === 0 ? part && literal(part) : byNumber(part, wanted, orderId)))
    .filter((part) => part !== '');
  if (parts.length > 1) {
    const joined = `(${parts.map((part) => `${part}::text`).join(' || ')})`;
    // A literal's type is inferred; a concatenation's is not.
    return /^[[{]"/.test(text) ? `${joined}::jsonb` : joined;
  }
  return parts[0] ?? literal('');
}

/** A value that differs between orders, composed from the client's number and the order's. */
function byNumber(text: string, wanted: Wanted, orderId: string): string {
  if (text === userIdOf(CAPTURED_BUYER)) return numbered('0001');
  if (text.startsWith('session-')) return `('session-' || :client_id::text)`;
  if (text.startsWith('subject-')) return `('subject-' || :client_id::text)`;
  if (text === wantedTool(wanted, CAPTURED_BUYER)) {
    return wanted === 'one tool' ? literal(text) : numbered('0003');
  }
  if (text.startsWith(CAPTURED_KEY)) return `('key-' || (${serial})::text)`;
  return freshId(text === orderId ? '1' : '2');
}

/** A literal without anything that pgbench would read as a variable. */
const literal = (text: string) =>
  `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`;
