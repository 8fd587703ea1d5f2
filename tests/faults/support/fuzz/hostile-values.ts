import fc from 'fast-check';

/** Texts that have broken programs before. */
const oddTexts = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  '\u202eevil\u202c',
  'مرحبا بالعالم',
  '\u200b\u200b',
  '\ufeff',
  '👩‍👩‍👧‍👦'.repeat(50),
  'é'.normalize('NFD').repeat(100),
  "' or 1=1 --",
  '"; drop table orders; --',
  '%00',
  '%',
  '\\u0000',
  '../../etc/passwd',
  '..%2f..%2fetc%2fpasswd',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '$1',
  'null',
  'undefined',
  'NaN',
  '-0',
  '1e400',
  '0x10',
  '9'.repeat(400),
  '2147483648',
  '9007199254740993',
  '00000000-0000-0000-0000-000000000000',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '\r\nset-cookie: a=b',
  '__proto__',
  'constructor',
  'toString',
  'x'.repeat(300),
  'x'.repeat(5_000),
  `${'a'.repeat(64)}@${'b'.repeat(180)}.example`,
  '"quoted local"@example.com',
  'ädä@exämple.com',
  'https://[::1',
  'HTTPS://shop.example/{number}',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59-23:59',
  'javascript:alert(1)',
];

const oddNumbers = [
  0,
  -0,
  -1,
  0.1 + 0.2,
  0.001,
  0.005,
  1e-300,
  1e21,
  1.7976931348623157e308,
  2_147_483_647,
  2_147_483_648,
  -2_147_483_649,
  Number.MAX_SAFE_INTEGER + 2,
  999_999.99,
  9_999_999_999_999.99,
];

/** What PostgreSQL, headers and logs cannot take, alone or within a word. */
const poison = fc
  .tuple(
    fc.constantFrom('\u0000', '\u0000', '\u0000', '\ud800', '\udfff', '\r\n', '\u001b', '\u2028'),
    fc.boolean(),
  )
  .map(([character, isWithin]) => (isWithin ? `pla${character}ne` : character));

/** Text that no form would send. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddTexts),
  { weight: 2, arbitrary: poison },
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.nat({ max: 12_000 }).map((length) => 'y'.repeat(length)),
);

/** Any JSON, with odd texts and numbers in it. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(...oddNumbers),
  fc.constantFrom(null, true, false, [], {}, [[]], [null]),
  fc.double(),
  fc.jsonValue({ maxDepth: 4 }),
  fc.array(hostileText, { maxLength: 5 }),
  fc.dictionary(hostileText, hostileText, { maxKeys: 4 }),
);

/** Bodies that are not JSON, or excessively large. */
export const hostileBody: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '{"a":',
    '{"a":1,}',
    "{'a':1}",
    '[]',
    '"text"',
    'null',
    'true',
    '1e999',
    '{"a":1}{"a":2}',
    '{"a":1,"a":2}',
    '\ufeff{}',
    '{"__proto__":{"isAdmin":true}}',
    '{"constructor":{"prototype":{"isAdmin":true}}}',
    '{"email":"a@b.cd","email":"c@d.ef"}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    `${'{"a":'.repeat(8_000)}1${'}'.repeat(8_000)}`,
    `{"a":"${'z'.repeat(70_000)}"}`,
    `{"a":${'9'.repeat(30_000)}}`,
    `{${Array.from({ length: 5_000 }, (_, index) => `"k${index}":0`).join()}}`,
  ),
  fc.json({ maxDepth: 5 }),
  hostileText,
);

/** The last part of a path or a query on the wire: encoded correctly or badly. */
export const hostileSegment: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '%',
    '%zz',
    '%00',
    '%c0%af',
    '%ff',
    '..',
    '.',
    '%2e%2e',
    '%2f',
    ';a=b',
    '*',
    ':id',
    '{id}',
    '~',
  ),
  hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
);
