import type { JsonSchema, Operation } from '#tests/faults/support/fuzz/api-document.ts';
import { filled, hardTexts } from './hard-texts.ts';
import { type Filling, rightParts } from './right-parts.ts';
import type { Answer, World } from './world.ts';

/** A call or a page with its largest accepted input. `text`: the content of its texts or file; `field`: the
 * parts that hold it. */
export type LargestCall = {
  name: string;
  field: string;
  text: string;
  /** Creates what the call requires, and returns the function that sends it. */
  prepare(): Promise<() => Promise<Answer>>;
};

const BODY_BYTES = 64 * 1024;
/** Length of a request line that the server still accepts. */
const LINE_BYTES = 15_000;

/** Calls that would end the session or delete what the others need; none of them takes more than ids and
 * choices. */
const LEFT_OUT = [
  'DELETE /tool/{id}',
  'DELETE /account',
  'PUT /user/admin/{email}',
  'DELETE /user/admin/{email}',
  'PUT /user/staff/{email}',
  'DELETE /user/staff/{email}',
  'POST /api/auth/sign-out',
];

/** These come first, because other calls read what they set. */
const FIRST = ['PATCH /details', 'PUT /charge-rules/delivery', 'PUT /charge-rules/tax', 'POST /synonyms'];

/** Every API call with all its texts filled with each hard text to their maximum length, and its lists to
 * their maximum size. Calls that take a file are in `largestFiles`. */
export function largestCalls(operations: Operation[], world: World): LargestCall[] {
  const placeOf = ({ name }: Operation) => (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1);
  return operations
    .filter(({ name, takesFile }) => !LEFT_OUT.includes(name) && !takesFile)
    .toSorted((one, other) => placeOf(one) - placeOf(other))
    .flatMap((operation) => fillingsOf(operation, world));
}

function fillingsOf(operation: Operation, world: World): LargestCall[] {
  const { name, parameters, body } = operation;
  const inputs = parameters.filter(({ in: where }) => where !== 'header').map(({ schema }) => schema);
  const hasText = [...inputs, ...(body ? [body] : [])].some(takesText);
  const texts = Object.entries(hasText ? hardTexts(world.names) : { none: 'a' });
  const field = hasText ? 'all texts and lists' : 'ids and choices';
  const fillings: LargestCall[] = texts.map(([text, hard], nth) => ({
    ...{ name, field, text },
    prepare: () => prepare(operation, world, { nth, text: (max) => filled(hard, max) }),
  }));
  return name === 'POST /quick-order' ? [...fillings, ...pastedLists(operation, world)] : fillings;
}

function takesText({ type, enum: words, format, anyOf = [], properties = {}, items }: JsonSchema): boolean {
  if (type === 'string') return words === undefined && format !== 'uuid';
  return [...anyOf, ...Object.values(properties), ...(items ? [items] : [])].some(takesText);
}

/** Lists with the maximum number of lines, in addition to texts of one line. */
function pastedLists(operation: Operation, world: World): LargestCall[] {
  const LINES = 200;
  const LETTERS = 98;
  return Object.entries(hardTexts(world.names)).map(([text, hard], nth) => ({
    ...{ name: operation.name, field: `${LINES} lines`, text },
    prepare: () => {
      const lines = Array.from({ length: LINES }, (_, line) =>
        filled(hard.slice((line * LETTERS) % hard.length) + hard, LETTERS),
      );
      return prepare(operation, world, { nth, text: (max) => lines.join('\n').slice(0, max) });
    },
  }));
}

async function prepare(
  { name, method, path, parameters, body }: Operation,
  world: World,
  filling: Filling,
): Promise<() => Promise<Answer>> {
  const right: Record<string, unknown> = { ...(await rightParts[name]?.(world, filling)) };
  const query = new URLSearchParams();
  let address = path;
  for (const { name: part, in: where, schema } of parameters) {
    if (part in right && right[part] === undefined) continue;
    const values = [right[part] ?? fill(schema, part, world, { ...filling, share: 1 }) ?? ''].flat();
    if (where === 'path') address = address.replace(`{${part}}`, encodeURIComponent(values.join()));
    if (where === 'query' && part !== 'cursor')
      for (const value of values) query.append(part, String(value).toWellFormed());
  }
  const line = `${address}?${query}`.slice(0, LINE_BYTES).replace(/%[^%]?$/, '');
  const sent = body && largestBody(body, right, world, filling);
  return () => world.ask(method, line, sent);
}

/** As much of the largest body as one request accepts. */
function largestBody(
  schema: JsonSchema,
  right: Record<string, unknown>,
  world: World,
  filling: Filling,
): string {
  for (let share = 1; share > 0.001; share /= 1.4) {
    const all = Object(fill(schema, '', world, { ...filling, share }));
    const known = Object.entries(right).filter(([field]) => field in all);
    const body = JSON.stringify({ ...all, ...Object(shorten(Object.fromEntries(known), share)) });
    if (Buffer.byteLength(body) <= BODY_BYTES) return body;
  }
  return '{}';
}

/** Shorter lists are not cut. */
const SHORT_LIST = 50;

function shorten(value: unknown, share: number): unknown {
  if (Array.isArray(value)) {
    const length = value.length > SHORT_LIST ? Math.floor(value.length * share) : value.length;
    return value.slice(0, length).map((each) => shorten(each, share));
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, shorten(each, share)]));
}

/** A filling of which only a share may fit. */
type Shared = Filling & { share: number };

function fill(schema: JsonSchema, name: string, world: World, filling: Shared, nth = 0): unknown {
  const { type, anyOf, properties = {}, items = {}, maximum, minimum, maxItems = 100 } = schema;
  const within = (each: JsonSchema, as: string, at = nth) => fill(each, as, world, filling, at);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (anyOf) {
    const isOf = (kind: string) => (each: JsonSchema) => each.type === kind;
    return within(anyOf.find(isOf('array')) ?? anyOf.find((each) => each.type !== 'null') ?? {}, name);
  }
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(properties).map(([field, each]) => [field, within(each, field)]),
    );
  if (type === 'array') {
    const length = Math.max(1, Math.floor(maxItems * filling.share));
    return Array.from({ length }, (_, at) => within(items, name, at));
  }
  if (type === 'integer' || type === 'number') return Math.max(minimum ?? 1, Math.min(maximum ?? 1, 100));
  if (type === 'boolean') return true;
  return type === 'string' ? fillText(schema, name, world, filling, nth) : null;
}

/** Makes texts, by field name, in the form that calls accept. */
const textsNamed: Record<string, (world: World, nth: number) => string> = {
  rating: () => '4',
  min_price: () => '1',
  max_price: () => '9999999',
  spec: (_, nth) => `Voltage, V:${nth}..999`,
  email: ({ email }) => email,
  customer: ({ customer }) => customer,
  img: ({ imgs }) => imgs[0] ?? '',
  zone: () => 'America/Argentina/ComodRivadavia',
};

function fillText(
  { maxLength = 200, format }: JsonSchema,
  name: string,
  world: World,
  { text, share }: Shared,
  nth: number,
): string {
  if (format === 'uuid') return world.tools[nth % world.tools.length] ?? '';
  if (format === 'date-time')
    return /before|expires/i.test(name) ? '9999-12-31T23:59:59-23:59' : '0001-01-01T00:00:00Z';
  if (format === 'date') return name === 'to' ? '9999-12-31' : '0001-01-01';
  const named = textsNamed[name]?.(world, nth);
  if (named !== undefined) return named;
  const length = Math.max(1, Math.floor(maxLength * Math.max(share, 0.05)));
  // Items of one list must differ.
  return nth > 0 ? `${nth} ${text(length)}`.slice(0, length).toWellFormed().trim() : text(length);
}
