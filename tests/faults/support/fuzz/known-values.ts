/** Values that exist in the shop, by kind: ids from earlier answers and the like. */
export type KnownValues = {
  /** Keeps a value permanently. */
  pin(kind: string, value: string): void;
  /** Records values from a reply to the call of `path`: ids, secrets, addresses. */
  learn(path: string, body: unknown): void;
  /** Records the cursor in the `Link` header of a reply to the call of `path`. */
  learnCursor(path: string, link: string): void;
  /** Replaces the placeholders that `known` has made with known values, formatted by `write`. */
  fill(text: string, write: (value: string) => string): string;
};

const KEPT_OF_EACH = 60;
/** In JSON, a price that fills a whole placeholder is a number. */
const PRICE_PLACE = /"\{\{price (\d+)\}\}"/g;
const PLACE = /\{\{(\w+) (\d+)\}\}/g;
/** Each list has separate cursors. */
const CURSOR_OF = 'cursorOf_';

/** The placeholder of a known value of a kind; `pick` selects which one. */
export const known = (kind: string, pick: number) => `{{${kind} ${pick}}}`;

const kindsByName: Record<string, string> = {
  toolId: 'tool',
  spareToolId: 'spareTool',
  orderId: 'order',
  email: 'email',
  otherEmail: 'otherEmail',
  img: 'img',
  file: 'file',
  intentId: 'intent',
  transactionId: 'intent',
  clientSecret: 'secret',
  toolName: 'toolName',
  price: 'price',
  token: 'mailToken',
  q: 'words',
  category: 'category',
  brand: 'brand',
  min_price: 'lowPrice',
  max_price: 'highPrice',
  'idempotency-key': 'key',
};

/** The kind of value in a field or a parameter of this name. */
export const kindOf = (name: string) => (name.startsWith(CURSOR_OF) ? name : kindsByName[name]);

/** The kind of value in each of a reply's fields. */
const kindsInReplies: Record<string, string> = {
  toolId: 'tool',
  paymentIntentId: 'intent',
  transactionId: 'intent',
  clientSecret: 'secret',
  toolName: 'toolName',
  email: 'email',
  img: 'img',
  url: 'img',
  price: 'price',
};

/** The kind of the `id` in a call of this path. */
const kindOfId = (path: string) => (path.startsWith('/tool') ? 'tool' : 'order');

/** Returns the name that says what a parameter of a call means. */
export function nameOfParameter(method: string, path: string, name: string): string {
  // The user must not get another role.
  if (/^\/user\/(admin|staff|blocked)\//.test(path)) return 'otherEmail';
  if (name === 'cursor') return CURSOR_OF + path.replaceAll(/\W/g, '');
  if (name !== 'id') return name;
  const kind = kindOfId(path);
  return method === 'DELETE' && kind === 'tool' ? 'spareToolId' : `${kind}Id`;
}

/** Creates an empty store of known values. */
export function createKnownValues(): KnownValues {
  const pinned = new Map<string, string[]>();
  const values = new Map<string, string[]>();

  function pin(kind: string, value: string): void {
    pinned.set(kind, [...(pinned.get(kind) ?? []), value]);
  }

  function add(kind: string, value: string): void {
    const kept = values.get(kind) ?? [];
    if (kept.includes(value)) return;
    kept.push(value);
    if (kept.length > KEPT_OF_EACH) kept.shift();
    values.set(kind, kept);
  }

  function learn(path: string, body: unknown): void {
    if (typeof body !== 'object' || body === null) return;
    for (const [name, value] of Object.entries(body)) {
      const kind = name === '_id' || name === 'insertedId' ? kindOfId(path) : kindsInReplies[name];
      if (kind && (typeof value === 'string' || typeof value === 'number')) add(kind, String(value));
      // The fuzzing may delete only what it has added itself.
      if (kind === 'tool' && name === 'insertedId') add('spareTool', String(value));
      if (kind === 'img' && typeof value === 'string') add('file', value.replace('/pictures/', ''));
      learn(path, value);
    }
  }

  function learnCursor(path: string, link: string): void {
    const cursor = /[?&]cursor=([^&>]+)/.exec(link)?.[1];
    if (cursor) add(nameOfParameter('GET', path, 'cursor'), decodeURIComponent(cursor));
  }

  function lookUp(kind: string, pick: number): string {
    const kept = [...(pinned.get(kind) ?? []), ...(values.get(kind) ?? [])];
    return kept[pick % kept.length] ?? 'none';
  }

  function fill(text: string, write: (value: string) => string): string {
    return text
      .replace(PRICE_PLACE, (_place, pick) => String(Number(lookUp('price', Number(pick))) || 1))
      .replace(PLACE, (_place, kind, pick) => write(lookUp(kind, Number(pick))));
  }

  return { pin, learn, learnCursor, fill };
}
