import type { JsonSchema, Operation } from '#tests/faults/support/fuzz/api-document.ts';
import type { World } from './known-world.ts';

/** A call asked with the most that it takes; `text` says with what its texts, or its field `field`, are filled. */
export type LargestCall = { name: string; field: string; text: string; send(): Promise<string> };

/** Texts that are hard to read, each over and over. */
const hardTexts: Record<string, string> = {
  letters: 'ab ',
  sizes: '1/2 in x 3 ',
  blanks: `a${' '.repeat(60)}`,
  'marks of two classes': `a${'\u0301\u0323'.repeat(15)}`,
  'a heap of marks': '\u0301\u0323',
  'a sign of 18 letters': '\uFDFA',
  'signs of patterns': '%_\\(a+)+$[',
  'quotes, tags and families': '",;|<b>&amp;👩‍👩‍👧‍👦',
};

const BODY_BYTES = 64 * 1024;
/** A request line that the server still takes. */
const LINE_BYTES = 15_000;

/** What would end what the others need. */
const LEFT_OUT =
  /^DELETE |PUT \/user\/(?:admin|staff|blocked)|sign-out|PATCH \/details|PUT \/charge-rules|PATCH \/user|POST \/deliveries|merge/;

/** Every call with all its texts filled with each hard text, as long as it may be, and its lists as long as they may be. */
export function largestCalls(operations: Operation[], world: World): LargestCall[] {
  return operations
    .filter(({ name }) => !LEFT_OUT.test(name))
    .flatMap((operation) =>
      Object.entries(hardTexts).map(([text, hard]) => ({
        name: operation.name,
        field: 'all texts and lists',
        text,
        send: () => send(operation, hard, world),
      })),
    );
}

function send({ method, path, parameters, body }: Operation, hard: string, world: World): Promise<string> {
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: where, schema } of parameters) {
    const values = [fill(schema, name, path, hard, world, 1) ?? '']
      .flat()
      .map((value) => String(value).toWellFormed());
    if (where === 'path') filled = filled.replace(`{${name}}`, encodeURIComponent(values.join()));
    if (where === 'query' && name !== 'cursor') for (const value of values) query.append(name, value);
  }
  const line = `${filled}?${query}`.slice(0, LINE_BYTES).replace(/%[^%]?$/, '');
  return world.send(method, line, body && largestBody(body, path, hard, world));
}

/** As much of the largest body as one request takes. */
function largestBody(schema: JsonSchema, path: string, hard: string, world: World): string {
  for (let share = 1; share > 0.001; share /= 2) {
    const body = JSON.stringify(fill(schema, '', path, hard, world, share));
    if (Buffer.byteLength(body) <= BODY_BYTES) return body;
  }
  return '{}';
}

function fill(
  schema: JsonSchema,
  name: string,
  path: string,
  hard: string,
  world: World,
  share: number,
  nth = 0,
): unknown {
  const { type, format, anyOf, properties = {}, items = {}, maximum, minimum } = schema;
  const within = (each: JsonSchema, as: string, at = nth) => fill(each, as, path, hard, world, share, at);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (name === 'pictures' || name === 'price_breaks') return [];
  if (anyOf)
    return within(
      anyOf.find(({ type: of }) => of === 'array') ?? anyOf.find(({ type: of }) => of !== 'null') ?? {},
      name,
    );
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([field, each]) => [field, within(each, field)]),
    );
  if (type === 'array') {
    const most = (schema as { maxItems?: number }).maxItems ?? 100;
    const length = Math.max(1, Math.floor(most * share));
    return Array.from({ length }, (_, at) => within(items, name, at));
  }
  if (type === 'integer' || type === 'number')
    return name === 'quantity' || name === 'minQuantity'
      ? 1
      : Math.max(minimum ?? 1, Math.min(maximum ?? 1, 100));
  if (type === 'boolean') return true;
  if (type === 'string') return fillText(schema, name, path, hard, world, nth, share, format);
  return null;
}

function fillText(
  { maxLength = 200 }: JsonSchema,
  name: string,
  path: string,
  hard: string,
  { ids, img, email }: World,
  nth: number,
  share: number,
  format?: string,
): string {
  if (format === 'uuid') {
    const kind =
      /order/i.test(name) || (name === 'id' && /order|parcel|quote/.test(path))
        ? 'order'
        : /categor/.test(path)
          ? 'category'
          : /brand/.test(path)
            ? 'brand'
            : 'tool';
    return ids[kind][nth % Math.max(1, ids[kind].length)] ?? ids.tool[0] ?? '';
  }
  if (format === 'date-time')
    return /before|expires/i.test(name) ? '9999-12-31T23:59:59-23:59' : '0001-01-01T00:00:00Z';
  if (format === 'date') return name === 'to' ? '9999-12-31' : '0001-01-01';
  if (name === 'rating') return '4';
  if (/_price$/.test(name)) return name === 'min_price' ? '1' : '9999999';
  if (name === 'spec') return `Voltage, V:${nth}..999`;
  if (name === 'ids') return ids.order.join();
  if (name === 'email' || name === 'customer')
    return path.startsWith('/api/auth') ? 'nobody@bench.example' : email;
  if (name === 'img') return img;
  if (name === 'country' || name === 'shopCountry') return 'US';
  if (name === 'zone') return 'America/Argentina/ComodRivadavia';
  if (name === 'month') return '2025-06';
  const length = Math.max(1, Math.floor(maxLength * Math.max(share, 0.05)));
  // No two of a list are the same.
  const own = nth > 0 ? `${nth} ${hard}` : hard;
  return (
    `${own}${hard.repeat(Math.ceil(length / hard.length))}`.slice(0, length).toWellFormed().trim() || 'a'
  );
}
