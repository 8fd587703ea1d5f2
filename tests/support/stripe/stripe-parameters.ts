import type { WireParameters } from './form-parameters.ts';
import type { ParameterForm } from './parameter-forms.ts';
import parameters from './parameters.json' with { type: 'json' };

const forms = parameters as Record<string, ParameterForm>;

/** Checks parameters against the types of the installed SDK, which Stripe generates from its published
 * OpenAPI document: returns each parameter that is unknown, missing or of the wrong type. @param typeName the
 * name of their type in `types/parameters.ts` */
export function checkParameters(typeName: string, given: WireParameters): string[] {
  const form = forms[typeName];
  if (!form) throw new Error(`${typeName} is not among the types`);
  return problemsOf(form, given, '');
}

/** Returns why a value from the wire, where all leaves are texts, does not have a form. */
function problemsOf(form: ParameterForm, given: string | WireParameters, name: string): string[] {
  if (typeof form === 'object' && 'anyOf' in form) {
    const each = form.anyOf.map((one) => problemsOf(one, given, name));
    if (each.some((problems) => problems.length === 0)) return [];
    // The union member whose problem is deeper inside is the one that was meant.
    return each.find(([first]) => first?.startsWith(`${name}[`)) ?? [`${name}: no such value`];
  }
  if (typeof given === 'string') return isOfForm(form, given) ? [] : [`${name}: ${JSON.stringify(given)}`];
  if (typeof form === 'string' || 'is' in form) return [`${name}: a map`];
  return 'listOf' in form ? listProblems(form, given, name) : mapProblems(form, given, name);
}

/** `null` is an empty text on the wire; every number in these calls is an integer. */
function isOfForm(form: ParameterForm, text: string): boolean {
  if (form === 'text') return true;
  if (form === 'integer') return /^-?\d+$/.test(text);
  if (form === 'null') return text === '';
  return 'is' in form && text === form.is;
}

function listProblems(
  { listOf }: Extract<ParameterForm, { listOf: unknown }>,
  given: WireParameters,
  name: string,
): string[] {
  return Object.entries(given).flatMap(([key, value], at) =>
    key === String(at)
      ? problemsOf(listOf, value, `${name}[${key}]`)
      : [`${name}[${key}]: no place in a list`],
  );
}

function mapProblems(
  { fields, needed = [], others }: Extract<ParameterForm, { fields: unknown }>,
  given: WireParameters,
  name: string,
): string[] {
  const inner = (key: string) => (name === '' ? key : `${name}[${key}]`);
  const wrong = Object.entries(given).flatMap(([key, value]) => {
    const form = Object.hasOwn(fields, key) ? fields[key] : others;
    return form ? problemsOf(form, value, inner(key)) : [`${inner(key)}: unknown`];
  });
  const missing = needed.filter((key) => !(key in given)).map((key) => `${inner(key)}: missing`);
  return [...wrong, ...missing];
}
