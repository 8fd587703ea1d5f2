import fc from 'fast-check';
import type { JsonSchema } from './api-document.ts';
import { hostileText, hostileValue } from './hostile-values.ts';
import { kindOf, known } from './known-values.ts';

const pick = fc.nat({ max: 1_000 });

/** Texts for fields whose rules the document cannot fully express. */
const textsByName: Record<string, fc.Arbitrary<string>> = {
  number: fc.constantFrom(
    '4242 4242 4242 4242',
    '4000 0000 0000 0002',
    '4000 0000 0000 9995',
    '4000002500003155',
    '5555555555554444',
    '1234',
  ),
  expiry: fc.constantFrom('12/39', '01/20', '1239', '13/39'),
  securityCode: fc.constantFrom('123', '1234', '12'),
  password: fc.constantFrom('seven dull chisels', 'password', 'seven dull chisels 2'),
  newPassword: fc.constantFrom('eight dull chisels', 'password1'),
  linkedin: fc.constantFrom('https://www.linkedin.com/in/ada', 'http://x', 'linkedin'),
  provider: fc.constant('google'),
  callbackURL: fc.constant('/login/google-done'),
  minQuantity: fc.constant('1'),
  rating: fc.constantFrom('1', '2', '3', '4'),
};

/** Returns inputs that a schema accepts, as far as the schema says; `name` is the field's or the
 * parameter's. */
export function validInput(schema: JsonSchema, name = ''): fc.Arbitrary<unknown> {
  const kind = kindOf(name);
  if (kind && kind !== 'key' && !schema.anyOf) {
    return fc.oneof(
      { weight: 9, arbitrary: pick.map((index) => known(kind, index)) },
      { weight: 1, arbitrary: ofType(schema, name) },
    );
  }
  return ofType(schema, name);
}

function ofType(schema: JsonSchema, name: string): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((each) => validInput(each, name)));
  switch (schema.type) {
    case 'object':
      return validObject(schema);
    case 'array':
      return fc.array(validInput(schema.items ?? {}, name), { maxLength: 4 });
    case 'integer':
      return fc.oneof(
        { weight: 5, arbitrary: fc.integer({ min: 1, max: 3 }) },
        { weight: 1, arbitrary: fc.integer(boundsOf(schema)) },
      );
    case 'number':
      return fc.integer({ min: 1, max: 90_000 }).map((cents) => cents / 100);
    case 'boolean':
      return fc.boolean();
    case 'string':
      return validText(schema, name);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function validObject({ properties = {}, required = [] }: JsonSchema): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, validInput(schema, name)]),
  );
  return fc.record(fields, { requiredKeys: required });
}

function validText(
  { format, minLength = 1, maxLength = 40 }: JsonSchema,
  name: string,
): fc.Arbitrary<string> {
  if (format === 'uuid') return fc.uuid();
  const named = textsByName[name];
  if (named) return named;
  if (name === 'email') return fc.nat({ max: 9_999 }).map((n) => `fuzz-${n}@shop.example`);
  return fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 60) });
}

function boundsOf({ minimum = -100, maximum = 2_147_483_647 }: JsonSchema): { min: number; max: number } {
  return { min: Math.max(minimum, -2_147_483_648), max: Math.min(maximum, 2_147_483_647) };
}

/** Returns valid objects with one fault: a field missing, far too long, of another type, or unknown. */
export function nearlyValid(schema: JsonSchema): fc.Arbitrary<unknown> {
  const wrong = fc.record({
    name: fc.oneof(
      { weight: 5, arbitrary: fc.constantFrom('x', ...Object.keys(schema.properties ?? {})) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('__proto__', 'constructor', 'role', 'isAdmin', 'userId', 'paid'),
      },
    ),
    change: fc.oneof(
      fc.constantFrom('leave out', 'wrap', 'lengthen', 'null', 'text', 'negate').map((how) => ({
        how,
        value: null as unknown,
      })),
      fc.oneof(hostileText, hostileValue).map((value) => ({ how: 'put', value: value as unknown })),
    ),
  });
  return fc.tuple(validObject(schema), wrong).map(([valid, { name, change }]) => {
    const fields = new Map(Object.entries(valid as object));
    const after = changed(fields.get(name), change);
    if (after === undefined) fields.delete(name);
    else fields.set(name, after);
    return Object.fromEntries(fields);
  });
}

/** Returns objects with the right fields, any number of which have invalid values. */
export function badlyFilled({ properties = {} }: JsonSchema): fc.Arbitrary<unknown> {
  const fields: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      fc.oneof(
        { weight: 3, arbitrary: validInput(schema, name) },
        { weight: 1, arbitrary: hostileText },
        { weight: 1, arbitrary: hostileValue },
      ),
    ]),
  );
  return fc.record(fields, { requiredKeys: [] });
}

function changed(before: unknown, { how, value }: { how: string; value: unknown }): unknown {
  switch (how) {
    case 'leave out':
      return undefined;
    case 'wrap':
      return [before ?? null];
    case 'lengthen':
      return (JSON.stringify(before) ?? '').padEnd(2_100, 'l');
    case 'null':
      return null;
    case 'text':
      return JSON.stringify(before) ?? '';
    case 'negate':
      return typeof before === 'number' ? -before : -1;
    default:
      return value;
  }
}
