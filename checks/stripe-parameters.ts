import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { API, type Checker, SymbolFlags, type Type, TypeFlags } from 'typescript/unstable/sync';
import type { ParameterForm } from '../tests/support/stripe/parameter-forms.ts';

// Reads what Stripe's SDK says of the parameters of the shop's calls, for tests to check the calls by:
// `write` keeps it in a file, so that the tests need no compiler, `check` fails if the file says something
// else.

const folder = join(import.meta.dirname, '../tests/support/stripe');
const file = join(folder, 'parameters.json');

function readForms(): Record<string, ParameterForm> {
  const compiler = new API({ cwd: folder });
  const config = join(folder, 'types/tsconfig.json');
  const project = compiler.updateSnapshot({ openProjects: [config] }).getProject(config);
  const source = project?.program.getSourceFile(join(folder, 'types/parameters.ts'));
  const types = source && project?.checker.getSymbolAtLocation(source)?.getExports();
  if (!project || !types) throw new Error(`There are no types in ${folder}`);
  const { checker } = project;
  const forms = [...types.values()].map((symbol) => [
    symbol.name,
    formOf(checker, checker.getDeclaredTypeOfSymbol(symbol)),
  ]);
  compiler.close();
  return Object.fromEntries(forms);
}

function formOf(checker: Checker, type: Type): ParameterForm {
  if (type.isUnionType()) {
    const anyOf = (type.getTypes() ?? []).filter(isSent).map((one) => formOf(checker, one));
    return anyOf.length === 1 && anyOf[0] ? anyOf[0] : { anyOf };
  }
  if (type.isLiteralType()) return { is: String(type.value) };
  if (type.flags & TypeFlags.BooleanLiteral && type.isIntrinsicType()) return { is: type.intrinsicName };
  if (type.flags & TypeFlags.String) return 'text';
  if (type.flags & TypeFlags.Number) return 'integer';
  if (type.flags & TypeFlags.Null) return 'null';
  if (checker.isArrayType(type)) {
    const [item] = checker.getTypeArguments(type as never);
    if (item) return { listOf: formOf(checker, item) };
  }
  if (type.isObjectType()) return mapFormOf(checker, type);
  throw new Error(`${checker.typeToString(type)} is of a kind that no parameter had so far`);
}

/** Not the absence of an optional parameter, nor `string & {}`: the SDK's room for values to come. */
function isSent(type: Type): boolean {
  return !(type.flags & (TypeFlags.Undefined | TypeFlags.Intersection));
}

function mapFormOf(checker: Checker, type: Type): ParameterForm {
  const properties = checker.getPropertiesOfType(type);
  const [index] = checker.getIndexInfosOfType(type);
  const needed = properties.filter(({ flags }) => !(flags & SymbolFlags.Optional)).map(({ name }) => name);
  const fields = properties.flatMap((property) => {
    const own = checker.getTypeOfSymbol(property);
    return own ? [[property.name, formOf(checker, own)] as const] : [];
  });
  return {
    fields: Object.fromEntries(fields),
    ...(needed.length > 0 && { needed }),
    ...(index && { others: formOf(checker, index.valueType) }),
  };
}

const read = `${JSON.stringify(readForms(), null, 1)}\n`;
if (process.argv[2] === 'write') writeFileSync(file, read);
else if (readFileSync(file, 'utf8') !== read)
  throw new Error(`${file} is not what the SDK says: npm run stripe-parameters`);
