import fc from 'fast-check';
import type { Operation, Parameter } from './api-document.ts';
import { hostileBody, hostileSegment } from './hostile-values.ts';
import { badlyFilled, nearlyValid, validInput } from './inputs-of-schema.ts';
import { nameOfParameter } from './known-values.ts';
import { FORM_START, FORM_TYPE, pictureForms } from './picture-forms.ts';

/** The sender of a request; `liar` has an invalid `Authorization` header. */
export type Sender = 'visitor' | 'user' | 'admin' | 'liar';

/** A fuzz request, before known values are filled in. */
export type FuzzRequest = {
  /** The name of the operation. */
  call: string;
  method: string;
  sender: Sender;
  /** Includes the query, as sent over the wire. */
  target: string;
  headers: Record<string, string>;
  body: string | undefined;
  /** A form with a picture: each character of the body is a byte. */
  isForm: boolean;
  /** How the body's length is declared: correctly, in chunks, or one byte too long or too short. */
  framing: 'length' | 'chunked' | 'long' | 'short';
};

type Manner = 'valid' | 'near' | 'hostile';

const sender = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Sender>('visitor') },
  { weight: 4, arbitrary: fc.constant<Sender>('user') },
  { weight: 4, arbitrary: fc.constant<Sender>('admin') },
  { weight: 1, arbitrary: fc.constant<Sender>('liar') },
);

const manner = fc.oneof(
  { weight: 4, arbitrary: fc.constant<Manner>('valid') },
  { weight: 3, arbitrary: fc.constant<Manner>('near') },
  { weight: 3, arbitrary: fc.constant<Manner>('hostile') },
);

const framing = fc.oneof(
  { weight: 40, arbitrary: fc.constant('length' as const) },
  { weight: 8, arbitrary: fc.constant('chunked' as const) },
  { weight: 1, arbitrary: fc.constant('long' as const) },
  { weight: 1, arbitrary: fc.constant('short' as const) },
);

/** Headers that change the meaning of a request, or that may confuse a server. */
const oddHeaders = fc.constantFrom<Record<string, string>>(
  {},
  {},
  {},
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=' },
  { 'content-type': 'multipart/form-data; boundary=b' },
  { 'content-type': 'a' },
  { 'content-type': ';' },
  { 'content-type': `application/json;${'x'.repeat(3_000)}` },
  { 'content-encoding': 'gzip' },
  { accept: 'text/html' },
  { 'accept-encoding': 'br;q=x, *;q=0' },
  { 'if-none-match': '*' },
  { 'if-none-match': 'W/"nothing", "else"' },
  { 'if-modified-since': 'yesterday' },
  { range: 'bytes=0-0, 5-1' },
  { origin: 'null' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' },
  { 'x-forwarded-for': '1.2.3.4, unknown, ::1', 'x-forwarded-host': 'evil.example' },
  { forwarded: 'for="[::1]";host=evil' },
  { 'x-http-method-override': 'DELETE' },
  { cookie: 'toolyard_google_attempt=x; toolyard_google_session=a.b' },
  { cookie: 'a=b', origin: 'https://evil.example' },
  { cookie: `a=${'c'.repeat(8_000)}` },
  { 'idempotency-key': '' },
  { 'idempotency-key': 'k'.repeat(201) },
  { 'idempotency-key': 'caf\u00e9 \u00ff' },
  { 'sandbox-signature': 't=1,v1=00' },
  { 'sandbox-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  { te: 'trailers', upgrade: 'h2c' },
);

/** Generates requests to any operation, in its manner, by any sender. */
export function fuzzRequests(operations: Operation[]): fc.Arbitrary<FuzzRequest> {
  const each = operations.map((operation) => manner.chain((how) => requestsTo(operation, how)));
  return fc.oneof(...each);
}

function requestsTo(operation: Operation, how: Manner): fc.Arbitrary<FuzzRequest> {
  return fc
    .record({
      method: methodOf(operation, how),
      sender,
      target: targetOf(operation, how),
      headers: fc.tuple(keyHeader(operation, how), how === 'valid' ? fc.constant({}) : oddHeaders),
      body: bodyOf(operation, how),
      framing: how === 'valid' ? fc.constant('length' as const) : framing,
    })
    .map(({ headers: [key, odd], body, ...request }) => ({
      ...request,
      call: operation.name,
      body,
      isForm: body?.startsWith(FORM_START) ?? false,
      headers: { ...typeOf(body), ...key, ...odd },
    }));
}

function typeOf(body: string | undefined): Record<string, string> {
  if (body === undefined) return {};
  return { 'content-type': body.startsWith(FORM_START) ? FORM_TYPE : 'application/json' };
}

/** Occasionally replaces GET by HEAD, except for files that are generated while they are sent. */
function methodOf({ method, path }: Operation, how: Manner): fc.Arbitrary<string> {
  if (how !== 'valid' || method !== 'GET' || /^\/api\/auth|\.(?:csv|zip)$|\/export\/file$/.test(path))
    return fc.constant(method);
  return fc.constantFrom('GET', 'GET', 'GET', 'HEAD');
}

function targetOf(operation: Operation, how: Manner): fc.Arbitrary<string> {
  const { path, parameters } = operation;
  const inPath = parameters.filter((parameter) => parameter.in === 'path');
  const segments = fc.tuple(...inPath.map((parameter) => segmentOf(operation, parameter, how)));
  return fc.tuple(segments, queryOf(operation, how)).map(([values, query]) => {
    const filled = inPath.reduce(
      (left, { name }, index) => left.replace(`{${name}}`, () => values[index] ?? ''),
      path,
    );
    return query === '' ? filled : `${filled}?${query}`;
  });
}

function segmentOf(
  { method, path }: Operation,
  { name, schema }: Parameter,
  how: Manner,
): fc.Arbitrary<string> {
  const valid = validInput(schema, nameOfParameter(method, path, name)).map(encodeValue);
  return how === 'hostile' ? fc.oneof(valid, hostileSegment) : valid;
}

/** Leaves the placeholder of a known value unencoded, to be filled in later. */
function encodeValue(value: unknown): string {
  const text = String(value);
  return text.startsWith('{{') ? text : encodeURIComponent(text.toWellFormed());
}

const encodeEach = (value: unknown) => [value].flat().map(encodeValue);

function queryOf({ method, path, parameters }: Operation, how: Manner): fc.Arbitrary<string> {
  const inQuery = parameters.filter((parameter) => parameter.in === 'query');
  const pairs = inQuery.map(({ name, schema, required }) => {
    const valid = validInput(schema, nameOfParameter(method, path, name));
    const value = how === 'hostile' ? hostileSegment.map((text) => [text]) : valid.map(encodeEach);
    // A list repeats the name for each value.
    const pair = value.map((texts) => texts.map((text) => `${name}=${text}`).join('&'));
    return how === 'valid' && required ? pair : fc.option(pair, { nil: undefined, freq: 2 });
  });
  const odd = how === 'valid' ? fc.constant([]) : fc.array(fc.oneof(oddPair(inQuery)), { maxLength: 2 });
  return fc
    .tuple(fc.tuple(...pairs), odd)
    .map(([named, more]) => [...named, ...more].filter(Boolean).join('&'));
}

/** Unknown parameters, and known ones repeated, as a list or as an object. */
function oddPair(inQuery: Parameter[]): fc.Arbitrary<string> {
  const name = fc.constantFrom('__proto__', 'constructor', 'role', 'x', ...inQuery.map((each) => each.name));
  const suffix = fc.constantFrom('', '[]', '[a]', '[__proto__]', '%00');
  return fc.tuple(name, suffix, hostileSegment).map((parts) => `${parts[0]}${parts[1]}=${parts[2]}`);
}

function keyHeader({ parameters }: Operation, how: Manner): fc.Arbitrary<Record<string, string>> {
  const takesKey = parameters.some(({ name }) => name === 'idempotency-key');
  if (!takesKey || how === 'hostile') return fc.constant({});
  // So few keys that some recur, with the same request and with another.
  const key = fc.nat({ max: 40 }).map((n) => ({ 'idempotency-key': `attempt-${n}` }));
  return fc.oneof(fc.constant({}), key);
}

function bodyOf({ method, path, body }: Operation, how: Manner): fc.Arbitrary<string | undefined> {
  if (method === 'GET') return fc.constant(undefined);
  if (path === '/image') return how === 'hostile' ? fc.oneof(hostileBody, pictureForms) : pictureForms;
  if (!body) return how === 'hostile' ? fc.option(hostileBody, { nil: undefined }) : fc.constant(undefined);
  if (how === 'valid') return validInput(body).map((value) => JSON.stringify(value));
  if (how === 'near') return nearlyValid(body).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 1, arbitrary: hostileBody },
    { weight: 2, arbitrary: badlyFilled(body).map((value) => JSON.stringify(value)) },
  );
}
