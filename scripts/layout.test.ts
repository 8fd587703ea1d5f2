import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');
const aliases: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports;

/** The features in order: each may use those before it. */
const features = [
  'app-context.ts',
  'audit',
  'idempotency',
  'emails',
  'exports',
  'users',
  'webhooks',
  'api-keys',
  'pictures',
  'addresses',
  'shop-details',
  'legal',
  'categories',
  'catalogue',
  'compare',
  'families',
  'related-tools',
  'feeds',
  'stock',
  'search',
  'imports',
  'sizes',
  'exemptions',
  'charge-rules',
  'orders',
  'quotes',
  'invoices',
  'payments',
  'fulfilment',
  'refunds',
  'returns',
  'delays',
  'withdrawals',
  'quoting',
  'cart',
  'counter',
  'saved-lists',
  'quick-order',
  'reviews',
  'order-lists',
  'customers',
  'contact',
  'setup-guide',
  'overview',
  'activity',
  'desk-search',
  'mailbox',
  'sign-in',
  'invitations',
  'account',
];

/** The folders from the bottom up: each may use those before it. */
const layers = [
  'src/texts',
  'src/contracts',
  'src/platform',
  'src/http',
  'src/ui',
  ...features.map((feature) => `src/features/${feature}`),
  'src/app',
  'src/server',
];

/** A feature must stay small enough to survey. */
const MOST_FILES = 60;

const layerOf = (file: string) => layers.findIndex((layer) => file === layer || file.startsWith(`${layer}/`));
const isWeb = (file: string) => /^src\/(?:app|ui|features\/[\w-]+\/web)\//.test(file);
/** The files of a feature that server and browser share. */
const isShared = (file: string) =>
  /^src\/(?:texts|contracts)\//.test(file) ||
  /(?:contract|rules|texts|order-states|return-states|compute-charges|\/texts\/[\w-]+)\.ts$/.test(file);

const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.includes('.test.'));
const imports = new Map(files.map((file) => [file, importsOf(file)]));

/** The project files that a file imports, types included. */
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

it('knows the layer of every file', () => {
  expect(files.filter((file) => layerOf(file) < 0)).toEqual([]);
  expect(everyImport.length).toBeGreaterThan(1000);
});

it('no feature has too many files', () => {
  const sizes = features.map((feature) => ({
    feature,
    files: files.filter((file) => file.startsWith(`src/features/${feature}/`)).length,
  }));
  expect(sizes.filter(({ files: count }) => count > MOST_FILES)).toEqual([]);
});

it('no two folders need each other', () => {
  const needs = new Set(everyImport.map(({ from, to }) => `${dirname(from)} ${dirname(to)}`));
  const mutual = [...needs].filter((need) => {
    const [from = '', to = ''] = need.split(' ');
    return from < to && needs.has(`${to} ${from}`);
  });
  expect(mutual).toEqual([]);
});

it('imports only point down the layers', () => {
  const up = ({ from, to }: { from: string; to: string }) =>
    to.startsWith('src/') && layerOf(to) > layerOf(from);
  expect(told(everyImport.filter(up))).toEqual([]);
});

it('pages use only the shared files of features, and no feature uses pages', () => {
  const crosses = ({ from, to }: { from: string; to: string }) =>
    to.startsWith('src/') &&
    (isWeb(from)
      ? !isWeb(to) && !isShared(to)
      : isWeb(to) && !isShared(to) && !from.startsWith('src/server/'));
  expect(told(everyImport.filter(crosses))).toEqual([]);
});

it('has no import cycle, types included', () => {
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

it('visitors’ pages use no file whose styles are loaded with the dashboard only', () => {
  const folder = 'src/ui/styles';
  const sheet = readFileSync(join(root, folder, 'app.css'), 'utf8');
  const left = [...sheet.matchAll(/@source not "(.+)"/g)].map(([, glob = '']) => join(folder, glob));
  const unstyled = new Set(globSync(left, { cwd: root }));
  expect(unstyled.size).toBeGreaterThan(50);
  const routes = readFileSync(join(root, 'src/app/routes.ts'), 'utf8').replace(
    /route\('dashboard',.*?^ {2}\]\),|route\('(?:mailbox|compare)',.*$/gms,
    '',
  );
  const pages = [...routes.matchAll(/(?:index\(|, )'(.+?)'/g)].map(([, page = '']) => join('src/app', page));
  const seen = new Set(['src/app/root.tsx', ...pages]);
  for (const file of seen) for (const target of imports.get(file) ?? []) seen.add(target);
  expect([...seen].filter((file) => unstyled.has(file))).toEqual([]);
});
