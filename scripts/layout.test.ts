import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const aliases: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports;

/** The features in the one order among them: each may use those before it. */
const features = [
  'app-context.ts',
  'audit',
  'idempotency',
  'emails',
  'exports',
  'users',
  'catalogue',
  'details',
  'addresses',
  'charges',
  'papers',
  'orders',
  'lists',
  'quick-order',
  'reviews',
  'customers',
  'contact',
  'overview',
  'activity',
  'mailbox',
  'sign-in',
];

/** The folders from the bottom up: each may use those before it. `*` stands for the features, in their order. */
const layers = [
  'src/texts/',
  'src/contracts/',
  'src/platform/',
  'src/http/',
  'src/web/(?:ui|client|dashboard|styles|texts)/|src/web/redirect\\.',
  ...features.map((feature) => `src/features/${feature}`),
  'src/web/',
  'src/server/',
];

const layerOf = (file: string) => layers.findIndex((layer) => new RegExp(`^(?:${layer})`).test(file));
const isWeb = (file: string) => /^src\/(?:web|features\/[\w-]+\/web)\//.test(file);
/** What server and browser share of a feature. */
const isShared = (file: string) =>
  /^src\/(?:texts|contracts)\//.test(file) ||
  /(?:contract|rules|texts|compute-charges|\/texts\/[\w-]+)\.ts$/.test(file);

const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** The project's own files that one imports, types included. */
function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([.#][^'?]+)/g)]
    .map(([, specifier = '']) => resolve(specifier, file))
    .filter((target) => /\.tsx?$/.test(target) && existsSync(join(root, target)));
}

function resolve(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier));
  const alias = Object.keys(aliases).find(
    (name) => name.endsWith('*') && specifier.startsWith(name.slice(0, -1)),
  );
  if (!alias) return '';
  return relative('.', String(aliases[alias]).replace('*', specifier.slice(alias.length - 1)));
}

const everyImport = [...imports].flatMap(([from, targets]) => targets.map((to) => ({ from, to })));
const told = (found: typeof everyImport) => found.map(({ from, to }) => `${from} imports ${to}`);

it('knows where every file belongs', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
  expect(everyImport.length).toBeGreaterThan(1000);
});

it('imports go down the layers only', () => {
  const up = ({ from, to }: { from: string; to: string }) =>
    to.startsWith('src/') && layerOf(to) > layerOf(from);
  expect(told(everyImport.filter(up))).toEqual([]);
});

it('pages use what is shared of a feature, never its inside, and no feature uses pages', () => {
  const crosses = ({ from, to }: { from: string; to: string }) =>
    to.startsWith('src/') &&
    (isWeb(from)
      ? !isWeb(to) && !isShared(to)
      : isWeb(to) && !isShared(to) && !from.startsWith('src/server/'));
  expect(told(everyImport.filter(crosses))).toEqual([]);
});

it('has no cycle of imports, types included', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const walk = (file: string, path: string[]) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '));
    if (done.has(file) || path.includes(file)) return;
    for (const target of imports.get(file) ?? []) walk(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) walk(file, []);
  expect(cycles).toEqual([]);
});

it('what visitors see takes nothing from the files whose styles come with the dashboard alone', () => {
  const folder = 'src/web/styles';
  const sheet = readFileSync(join(root, folder, 'app.css'), 'utf8');
  const left = [...sheet.matchAll(/@source not "(.+)"/g)].map(([, glob = '']) => join(folder, glob));
  const unstyled = new Set(globSync(left, { cwd: root }));
  expect(unstyled.size).toBeGreaterThan(50);
  const routes = readFileSync(join(root, 'src/web/routes.ts'), 'utf8').replace(
    /route\('dashboard',.*?^ {2}\]\),|route\('mailbox',.*$/gms,
    '',
  );
  const pages = [...routes.matchAll(/(?:index\(|, )'(.+?)'/g)].map(([, page = '']) => join('src/web', page));
  const seen = new Set(['src/web/root.tsx', ...pages]);
  for (const file of seen) for (const target of imports.get(file) ?? []) seen.add(target);
  expect([...seen].filter((file) => unstyled.has(file))).toEqual([]);
});
