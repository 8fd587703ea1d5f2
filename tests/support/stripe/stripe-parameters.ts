import { resolve } from 'node:path';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { WireParameters } from './form-parameters.ts';

const folder = resolve('tests/support/stripe/types');

/** Returns the problems of a call's parameters, by the name of their type in `types/parameters.ts`. */
export type CheckParameters = (typeName: string, given: WireParameters) => string[];

/** Checks parameters against the types of the installed SDK, which Stripe generates from its published
 * OpenAPI document: reports each parameter that is unknown, missing or of the wrong type. The compiler itself
 * reads the types, so that they need not be duplicated. */
export function openParameterCheck(): { check: CheckParameters; close: () => void } {
  const compiler = new API({ cwd: process.cwd() });
  const config = `${folder}/tsconfig.json`;
  const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config);
  const source = project?.program.getSourceFile(`${folder}/parameters.ts`);
  const types = source && project?.checker.getSymbolAtLocation(source)?.getExports();
  if (!project || !types) throw new Error(`There are no types in ${folder}`);
  const byName = new Map([...types.values()].map((symbol) => [symbol.name, symbol]));
  const check: CheckParameters = (typeName, given) => {
    const symbol = byName.get(typeName);
    if (!symbol) throw new Error(`${typeName} is not among the types`);
    return problemsOf(project.checker, project.checker.getDeclaredTypeOfSymbol(symbol), given, '');
  };
  return { check, close: () => compiler.close() };
}

/** Returns why a value from the wire, where all leaves are texts, does not match a type. */
function problemsOf(checker: Checker, type: Type, given: string | WireParameters, name: string): string[] {
  if (type.isUnionType()) {
    const each = (type.getTypes() ?? []).map((one) => problemsOf(checker, one, given, name));
    if (each.some((problems) => problems.length === 0)) return [];
    // The union member whose problem is deeper inside is the one that was meant.
    return each.find(([first]) => first?.startsWith(`${name}[`)) ?? [`${name}: no such value`];
  }
  if (typeof given === 'string') return isOfType(type, given) ? [] : [`${name}: ${JSON.stringify(given)}`];
  if (checker.isArrayType(type)) return listProblems(checker, type, given, name);
  if (type.isObjectType()) return objectProblems(checker, type, given, name);
  return [`${name}: a map`];
}

/** `null` is an empty text on the wire; every number in these calls is an integer. */
function isOfType(type: Type, text: string): boolean {
  if (type.isLiteralType()) return String(type.value) === text;
  if (type.flags & TypeFlags.BooleanLiteral) return type.isIntrinsicType() && text === type.intrinsicName;
  if (type.flags & TypeFlags.String) return true;
  if (type.flags & TypeFlags.Number) return /^-?\d+$/.test(text);
  if (type.flags & TypeFlags.Boolean) return text === 'true' || text === 'false';
  return Boolean(type.flags & TypeFlags.Null) && text === '';
}

function listProblems(checker: Checker, type: Type, given: WireParameters, name: string): string[] {
  const [item] = checker.getTypeArguments(type as never);
  if (!item) throw new Error(`${name} is a list of what?`);
  return Object.entries(given).flatMap(([key, value], at) =>
    key === String(at)
      ? problemsOf(checker, item, value, `${name}[${key}]`)
      : [`${name}[${key}]: no place in a list`],
  );
}

function objectProblems(checker: Checker, type: Type, given: WireParameters, name: string): string[] {
  const inner = (key: string) => (name === '' ? key : `${name}[${key}]`);
  const known = new Map(checker.getPropertiesOfType(type).map((property) => [property.name, property]));
  const [index] = checker.getIndexInfosOfType(type);
  const wrong = Object.entries(given).flatMap(([key, value]) => {
    const property = known.get(key);
    const propertyType = property ? checker.getTypeOfSymbol(property) : index?.valueType;
    return propertyType ? problemsOf(checker, propertyType, value, inner(key)) : [`${inner(key)}: unknown`];
  });
  const missing = [...known.values()]
    .filter((property) => !(property.flags & SymbolFlags.Optional) && !(property.name in given))
    .map((property) => `${inner(property.name)}: missing`);
  return [...wrong, ...missing];
}
