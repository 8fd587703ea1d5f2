import { createHash } from 'node:crypto';
import { MAX_MORE_PICTURES } from '#features/catalogue/tool-fields-contract.ts';
import { keyColumns, plainName } from './column-rules.ts';
import type { Row } from './read-row.ts';
import { importErrorTexts as texts } from './texts.ts';

/** Joins the rows of a file into one row per tool. */
type JoinRows = (rows: AsyncIterable<Row>) => AsyncIterable<Row>;

/** Returns how a file's rows become tools: by the rules of another shop's product file, or one each; a
 * product without a part number uses its name there. */
export function joinRowsOf(names: string[]): JoinRows {
  const head = createHead(names);
  if (head.has('handle', 'urlhandle') && head.has('title') && head.has('variantprice', 'price'))
    return (rows) => joinVariants(rows, head);
  if (head.has('type') && head.has('regularprice') && head.has('sku')) return (rows) => joinWoo(rows, head);
  return async function* (rows) {
    for await (const row of rows) yield withKey(row, head, '');
  };
}

type Head = ReturnType<typeof createHead>;

/** Looks up columns by name, and the cells of rows by these. */
function createHead(names: string[]) {
  const plain = names.map(plainName);
  const find = (...wanted: string[]) => wanted.map((name) => plain.indexOf(name)).find((at) => at >= 0) ?? -1;
  return {
    plain,
    keys: keyColumns(names),
    has: (...wanted: string[]) => find(...wanted) >= 0,
    read: ({ cells }: Pick<Row, 'cells'>, ...wanted: string[]) => cells[find(...wanted)]?.trim() ?? '',
    write(row: Row, value: string, ...wanted: string[]): void {
      const at = find(...wanted);
      if (at >= 0) row.cells[at] = value;
    },
  };
}

const MAX_KEY = 40;

/** Converts a product's name to a part number: invalid characters and excess length are replaced by a
 * hash. */
function toKey(text: string): string {
  const key = text.replace(/[^a-z\d._/+#-]+/gi, '-').replace(/^[^a-z\d]+/i, '');
  if (key === text && key.length <= MAX_KEY) return key;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8);
  return `${key.slice(0, MAX_KEY - hash.length - 1)}-${hash}`.replace(/^-/, '');
}

/** Sets the key of a row's product, in case it has no part number; `part` distinguishes its variants. */
function withKey(row: Row, head: Head, part: string): Row {
  const at = head.keys.find((index) => row.cells[index]?.trim());
  if (at === undefined) return row;
  const cell = row.cells[at]?.trim() ?? '';
  const isNumber = /^\d+$/.test(cell);
  return { ...row, key: toKey([isNumber ? `ID-${cell}` : cell, part].filter(Boolean).join('-')) };
}

/** Columns in the first row of a Shopify product that apply to all of its variants. */
const ofProduct = [
  ...['title', 'bodyhtml', 'description', 'vendor', 'productcategory', 'type', 'tags', 'published', 'status'],
  'publishedononlinestore',
];
const TITLE = 'title';
const HANDLE = ['handle', 'urlhandle'];
const IMAGE = ['imagesrc', 'productimageurl'];
const options = [1, 2, 3].map((number) => `option${number}value`);

/** More rows than a Shopify product can have for its variants and pictures. */
const MOST_ROWS_OF_ONE = 5_000;

/** Shopify: rows with the same handle are one product; each row with a price is a variant, any row may have a
 * picture. */
async function* joinVariants(rows: AsyncIterable<Row>, head: Head): AsyncGenerator<Row> {
  let group: Row[] = [];
  for await (const row of rows) {
    const [first] = group;
    const handle = head.read(row, ...HANDLE);
    const isNext = first && handle !== '' && handle !== head.read(first, ...HANDLE);
    if (isNext || group.length === MOST_ROWS_OF_ONE) {
      yield* toVariants(group, head);
      group = [];
    }
    group.push(row);
  }
  yield* toVariants(group, head);
}

function* toVariants(group: Row[], head: Head): Generator<Row> {
  const [first] = group;
  if (!first) return;
  const named = [...new Set(group.map((row) => head.read(row, ...IMAGE)).filter(Boolean))];
  const pictures = named.slice(0, MAX_MORE_PICTURES + 2);
  const names = group.map((row) => optionsOf(row, head));
  for (const [index, row] of group.entries()) {
    const isVariant = row === first || head.read(row, 'variantprice', 'price') !== '' || names[index] !== '';
    if (!isVariant) continue;
    const variant: Row = { ...row, cells: [...row.cells] };
    for (const name of [...ofProduct, ...HANDLE])
      if (head.read(row, name) === '') head.write(variant, head.read(first, name), name);
    const title = head.read(variant, TITLE);
    const option = names[index] ?? '';
    if (option !== '' && !title.endsWith(option)) head.write(variant, `${title} – ${option}`, TITLE);
    const own = head.read(row, 'variantimage', 'variantimageurl');
    const all = own === '' ? pictures : [own, ...pictures.filter((picture) => picture !== own)];
    head.write(variant, all.join('\n'), ...IMAGE);
    if (head.read(variant, 'productcategory') === '')
      head.write(variant, head.read(variant, 'type'), 'productcategory');
    const isHidden =
      /^(?:draft|archived)$/i.test(head.read(variant, 'status')) ||
      /^false$/i.test(head.read(variant, 'published', 'publishedononlinestore'));
    yield { ...withKey(variant, head, option), ...(isHidden && { problem: texts.notPublished }) };
  }
}

/** Returns what distinguishes a variant of a product; empty if there is only one. */
const optionsOf = (row: Row, head: Head): string =>
  options
    .map((name) => head.read(row, name))
    .filter((value) => value !== '' && value !== 'Default Title')
    .join(' / ');

/** Columns that a WooCommerce variation takes from its product. */
const ofParent = ['shortdescription', 'description', 'categories', 'tags', 'brands', 'images'];

const sizes = ['lengthcm', 'widthcm', 'heightcm'];

/** WooCommerce: a variable product is sold as its variations, which name it as their parent. */
async function* joinWoo(rows: AsyncIterable<Row>, head: Head): AsyncGenerator<Row> {
  const parents = new Map<string, Row>();
  for await (const row of rows) {
    const types = head.read(row, 'type').toLowerCase().split(/,\s*/);
    if (types.includes('variable')) {
      parents.set(`id:${head.read(row, 'id')}`, row);
      parents.set(head.read(row, 'sku'), row);
      continue;
    }
    const whole: Row = { ...row, cells: [...row.cells] };
    const parent = types.includes('variation') ? parents.get(head.read(row, 'parent')) : undefined;
    for (const name of parent ? ofParent : [])
      if (parent && head.read(row, name) === '') head.write(whole, head.read(parent, name), name);
    if (head.read(whole, 'description') === '')
      head.write(whole, head.read(whole, 'shortdescription'), 'description');
    // A tool has all sizes, or none.
    if (sizes.some((name) => !(Number.parseFloat(head.read(row, name).replace(',', '.')) > 0)))
      for (const name of sizes) head.write(whole, '', name);
    const isForeign = types.includes('external') || types.includes('grouped');
    const isHidden = /^(?:0|-1)$/.test(head.read(row, 'published'));
    const problem = isForeign ? texts.notSoldThere : isHidden ? texts.notPublished : undefined;
    yield { ...withKey(whole, head, ''), ...(problem && { problem }) };
  }
}

/** A category and its parent. */
type CategoryPath = { name: string; parent: string | null };

/** Names that other shops use for the root of all categories, and for no category. */
const NO_CATEGORY = /^(?:home|root|uncategorized|all products)$/i;

/** Parses a category as other shops write it: `A > B` is B, under A; of several, separated by commas, the
 * most specific one. */
export function readCategoryPath(cell: string, isList: boolean): CategoryPath | null {
  const paths = (isList ? cell.split(/(?<!\\),/) : [cell])
    .map((path) =>
      path
        .replaceAll('\\,', ',')
        .split('>')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !NO_CATEGORY.test(name)),
    )
    .filter((path) => path.length > 0);
  const best = paths.reduce<string[]>((most, path) => (path.length > most.length ? path : most), []);
  const name = best.at(-1);
  return name === undefined ? null : { name, parent: best.at(-2) ?? null };
}
