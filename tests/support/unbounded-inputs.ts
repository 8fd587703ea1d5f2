import { z } from 'zod';

type Schema = z.core.$ZodType;

/** One character that becomes eighteen letters: the largest growth in compatibility form (Unicode, NFKC). */
const GROWING = '\uFDFA';

/** More than a text, list or record of a call may hold. */
const TOO_MANY = 25_000;

/** A part of a pattern that repeats without limit. */
const ENDLESS = /(?<!\\)[*+]|\{\d+,\}/;

const takes = (schema: Schema, input: unknown) => z.core.safeParse(schema, input).success;

/** Lists inputs that may be longer than expected, as `path: why`: those without a limit, and texts that
 * exceed their limit once normalized to compatibility form. */
export function unboundedInputs(schema: Schema, path: string): string[] {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) => unboundedInputs(field, `${path}.${name}`));
    case 'array':
      return [...lengthProblems(schema, path), ...unboundedInputs(def.element, `${path}[]`)];
    case 'record':
      return [...lengthProblems(schema, path), ...unboundedInputs(def.valueType, `${path}{}`)];
    case 'union':
      return def.options.flatMap((option) => unboundedInputs(option, path));
    case 'pipe':
      return textOf(schema) ? textProblems(schema, path) : unboundedInputs(def.in, path);
    case 'string':
      return textProblems(schema, path);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
      return unboundedInputs(def.innerType, path);
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
    case 'null':
    // The shop reads none of it.
    case 'unknown':
      return [];
    default:
      return [`${path}: how long may ${def.type} be?`];
  }
}

/** The string schema at the input of a schema, if any. */
function textOf(schema: Schema): Schema | undefined {
  const { def } = schema._zod as z.core.$ZodTypes['_zod'];
  if (def.type === 'string') return schema;
  return def.type === 'pipe' ? textOf(def.in) : undefined;
}

const describe = (schema: Schema) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });

function lengthProblems(schema: Schema, path: string): string[] {
  return describe(schema).maxItems === undefined ? [`${path}: any number`] : [];
}

function textProblems(schema: Schema, path: string): string[] {
  const { maxLength, pattern } = describe(schema);
  if (maxLength === undefined)
    return pattern === undefined || ENDLESS.test(pattern) ? [`${path}: any length`] : [];
  if (maxLength > TOO_MANY) return [`${path}: ${maxLength} characters`];
  const grown = GROWING.repeat(maxLength);
  return takes(schema, grown)
    ? [`${path}: ${maxLength} signs are ${grown.normalize('NFKC').length} letters`]
    : [];
}
