import { createHash } from 'node:crypto';
import { nameKey } from '#contracts/text.ts';
import {
  type NewSpecification,
  newSpecificationsSchema,
} from '#features/catalogue/specification-contract.ts';
import { MAX_MORE_PICTURES } from '#features/catalogue/tool-fields-contract.ts';
import { type Columns, keyColumns, plainName } from './column-rules.ts';
import { countRow, groupRows } from './group-rows.ts';
import { toPlainText } from './plain-text.ts';
import type { Row } from './read-row.ts';
import { importErrorTexts as texts } from './texts.ts';

/** How a file's rows become tools. `look` is shown every row first; `join` then joins the rows into one per
 * tool. `needs` is the number of cells that a row must have. */
type RowJoin = {
  look: (row: Row) => void;
  join: (rows: AsyncIterable<Row>) => AsyncIterable<Row>;
  needs: number;
};

/** Returns how a file's rows become tools: by the rules of another shop's product file, or one each; a
 * product without a part number uses its name there. */
export function createJoin({ names, fields, isOwn }: Columns): RowJoin {
  const head = createHead(names);
  const all = names.findLastIndex((name) => name !== '') + 1;
  if (isOwn) return { look: () => undefined, join: (rows) => rows, needs: lastRead(fields, []) };
  if (head.has(...HANDLE) && head.has(TITLE) && head.has('variantprice', 'price'))
    return { ...joinVariants(head), needs: all };
  if (head.has('type') && head.has('regularprice') && head.has('sku'))
    return { ...joinWoo(head), needs: all };
  if (head.has(PRESTASHOP) && head.has('id') && head.has(...COMBINATION))
    return { ...joinCombinations(head), needs: all };
  if (head.has(PRESTASHOP))
    return { look: () => undefined, join: (rows) => joinEach(rows, head), needs: all };
  return { look: () => undefined, join: (rows) => joinEach(rows, head), needs: lastRead(fields, head.keys) };
}

const lastRead = (fields: Columns['fields'], keys: number[]) =>
  Math.max(
    fields.findLastIndex((field) => field !== undefined),
    ...keys,
  ) + 1;

const PRESTASHOP = 'active01';

/** Files with one row per tool; of these, PrestaShop's say what is not for sale there. */
async function* joinEach(rows: AsyncIterable<Row>, head: Head): AsyncGenerator<Row> {
  for await (const row of rows) yield asTool(row, head, '');
}

function asTool(row: Row, head: Head, part: string): Row {
  const isHidden =
    head.has(PRESTASHOP) &&
    (head.read(row, PRESTASHOP) === '0' ||
      head.read(row, 'availablefororder0no1yes') === '0' ||
      head.read(row, 'visibility') === 'none');
  return withProblem(withKey(row, head, part), isHidden ? texts.skipped.prestaShop : undefined);
}

/** Columns of PrestaShop's combinations: `Size:select:0, Color:color:1`, and `10 mm:0, Black:1`. */
const ATTRIBUTES = 'attributenametypeposition';
const COMBINATION = ['valuevalueposition'];

/** PrestaShop: rows with the same ID are the combinations of one product. Columns and cells: its sample file
 * `combinations_import.csv`. */
function joinCombinations(head: Head): Omit<RowJoin, 'needs'> {
  const counts = new Map<string, number>();
  const families = createFamilyNames();
  const productOf = (row: Row) => head.read(row, 'id') || undefined;
  const partsOf = (row: Row, column: string) =>
    head
      .read(row, column)
      .split(/(?<=:\d+)\s*,|,(?=\s)/)
      .map((each) => each.split(':')[0]?.trim() ?? '');
  return {
    look: (row) => countRow(counts, productOf(row)),
    async *join(rows) {
      for await (const group of groupRows(rows, productOf, counts)) {
        for (const row of group) {
          const values = partsOf(row, 'valuevalueposition').filter(Boolean);
          const name = head.read(row, 'name', 'productname');
          const variant = { ...row, cells: [...row.cells] };
          if (values.length > 0)
            head.write(variant, `${name} – ${values.join(' / ')}`, 'name', 'productname');
          if (group.length > 1 && name !== '')
            variant.variant = {
              family: families(name, head.read(row, 'id')),
              options: optionsNamed(partsOf(row, ATTRIBUTES), values),
            };
          yield asTool(variant, head, values.join('-'));
        }
      }
    },
  };
}

/** Returns the name of the family that a product becomes: its own, or with its key if another one has that. */
function createFamilyNames() {
  const products = new Map<string, string>();
  return (product: string, key: string): string => {
    const name = toPlainText(product).replace(/\s+/g, ' ').trim();
    const first = products.get(nameKey(name)) ?? key;
    products.set(nameKey(name), first);
    return first === key ? name : `${name} (${key})`;
  };
}

/** Returns what a variant differs in as specifications, without any that a tool cannot have. */
const optionsNamed = (names: string[], values: string[]): NewSpecification[] =>
  names.flatMap((name, nth) => {
    const option = { name: toPlainText(name), value: toPlainText(values[nth] ?? ''), unit: null };
    return newSpecificationsSchema.safeParse([option]).success ? [option] : [];
  });

/** What is wrong with the row itself comes first. */
const withProblem = (row: Row, problem: string | undefined): Row =>
  row.problem === undefined && problem !== undefined ? { ...row, problem } : row;

type Head = ReturnType<typeof createHead>;

/** Looks up columns by name, and the cells of rows by these. */
function createHead(names: string[]) {
  const plain = names.map(plainName);
  const find = (...wanted: string[]) => wanted.map((name) => plain.indexOf(name)).find((at) => at >= 0) ?? -1;
  const read = ({ cells }: Row, ...wanted: string[]) => cells[find(...wanted)]?.trim() ?? '';
  function write(row: Row, value: string, ...wanted: string[]): void {
    const at = find(...wanted);
    if (at >= 0) row.cells[at] = value;
  }
  return {
    plain,
    keys: keyColumns(names),
    has: (...wanted: string[]) => find(...wanted) >= 0,
    read,
    write,
    /** Returns a copy of a row, which has another's cells in the columns where its own are empty. */
    filled(row: Row, from: Row, columns: readonly string[]): Row {
      const copy = { ...row, cells: [...row.cells] };
      for (const name of columns) if (read(row, name) === '') write(copy, read(from, name), name);
      return copy;
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
  ...['publishedononlinestore', 'giftcard'],
];
const TITLE = 'title';
const HANDLE = ['handle', 'urlhandle'];
const IMAGE = ['imagesrc', 'productimageurl'];
const options = [1, 2, 3].map((number) => `option${number}value`);
const optionNames = [1, 2, 3].map((number) => `option${number}name`);

/** Shopify: rows with the same handle are one product, whose title stands in one of them; each row with a
 * price is a variant, any row may have a picture. A row without a handle belongs to the one before it.
 * Columns and statuses: help.shopify.com, "Using CSV files to import and export products". */
function joinVariants(head: Head): Omit<RowJoin, 'needs'> {
  const counts = new Map<string, number>();
  const families = createFamilyNames();
  const createProductOf = () => {
    let handle = '';
    return (row: Row) => {
      handle = head.read(row, ...HANDLE) || handle;
      return handle || undefined;
    };
  };
  const look = createProductOf();
  return {
    look: (row) => countRow(counts, look(row)),
    async *join(rows) {
      for await (const group of groupRows(rows, createProductOf(), counts))
        yield* toVariants(group, head, families);
    },
  };
}

/** Returns the pictures of a product, in the order of their positions where the file gives them. */
function picturesOf(group: Row[], head: Head): string[] {
  const placeOf = (row: Row) => Number(head.read(row, 'imageposition')) || Number.MAX_SAFE_INTEGER;
  const placed = group.toSorted((one, other) => placeOf(one) - placeOf(other));
  const named = new Set(placed.map((row) => head.read(row, ...IMAGE)).filter(Boolean));
  return [...named].slice(0, MAX_MORE_PICTURES + 2);
}

type FamilyNames = ReturnType<typeof createFamilyNames>;

function* toVariants(group: Row[], head: Head, families: FamilyNames): Generator<Row> {
  const product = group.find((row) => head.read(row, TITLE) !== '') ?? group[0];
  if (!product) return;
  const isOne = group.filter((row) => optionsOf(row, head) !== '').length < 2;
  const pictures = picturesOf(group, head);
  for (const row of group) {
    const option = optionsOf(row, head);
    const isVariant =
      row === product ||
      head.read(row, 'variantprice', 'price') !== '' ||
      option !== '' ||
      row.problem !== undefined;
    if (!isVariant) continue;
    const variant = head.filled(row, product, [...ofProduct, ...HANDLE]);
    const title = head.read(variant, TITLE);
    if (!isOne && title !== '')
      variant.variant = {
        family: families(title, head.read(variant, ...HANDLE)),
        options: optionsNamed(
          optionNames.map((name) => head.read(row, name) || head.read(product, name)),
          options.map((name) => head.read(row, name)),
        ),
      };
    // Without its product's row, a variant has no name.
    if (title !== '' && option !== '' && !title.endsWith(option))
      head.write(variant, `${title} – ${option}`, TITLE);
    const own = head.read(row, 'variantimage', 'variantimageurl');
    const all = own === '' ? pictures : [own, ...pictures.filter((picture) => picture !== own)];
    head.write(variant, all.join('\n'), ...IMAGE);
    if (head.read(variant, 'productcategory') === '')
      head.write(variant, head.read(variant, 'type'), 'productcategory');
    yield withProblem(withKey(variant, head, option), product.problem ?? whySkipped(variant, head));
  }
}

/** Returns why a Shopify product is not for sale there, or cannot be here; `undefined` for others. */
function whySkipped(row: Row, head: Head): string | undefined {
  const { skipped } = texts;
  const status = head.read(row, 'status').toLowerCase();
  if (head.read(row, 'giftcard').toLowerCase() === 'true') return skipped.giftCard;
  if (status === 'draft' || status === 'archived' || status === 'unlisted') return skipped[status];
  const published = head.read(row, 'published', 'publishedononlinestore').toLowerCase();
  return published === 'false' ? skipped.unpublished : undefined;
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

const typesOf = (row: Row, head: Head) => head.read(row, 'type').toLowerCase().split(/,\s*/);

/** WooCommerce: a variable product is sold as its variations, which name it as their parent, by its SKU or as
 * `id:45`. Columns and cells: `class-wc-product-csv-exporter.php`. */
function joinWoo(head: Head): Omit<RowJoin, 'needs'> {
  const counts = new Map<string, number>();
  const families = createFamilyNames();
  /** The SKUs of variable products, by ID: their variations name either. */
  const skus = new Map<string, string>();
  const nameOf = (row: Row): string => {
    const [types, id] = [typesOf(row, head), head.read(row, 'id')];
    if (types.includes('variable')) return head.read(row, 'sku') || (id && `id:${id}`);
    return types.includes('variation') ? head.read(row, 'parent') : '';
  };
  return {
    look(row) {
      const name = nameOf(row);
      countRow(counts, name || undefined);
      if (typesOf(row, head).includes('variable')) skus.set(`id:${head.read(row, 'id')}`, name);
    },
    async *join(rows) {
      const productOf = (row: Row) => skus.get(nameOf(row)) ?? (nameOf(row) || undefined);
      for (const [id, sku] of skus)
        if (id !== sku) counts.set(sku, (counts.get(sku) ?? 0) + (counts.get(id) ?? 0));
      for await (const group of groupRows(rows, productOf, counts))
        yield* toVariations(group, head, families);
    },
  };
}

function* toVariations(group: Row[], head: Head, families: FamilyNames): Generator<Row> {
  const parent = group.find((row) => typesOf(row, head).includes('variable'));
  const product = parent ? head.read(parent, 'name') : '';
  const isOne = group.filter((row) => typesOf(row, head).includes('variation')).length < 2;
  const isShared = (row: Row) => head.read(row, 'stock').toLowerCase() === 'parent';
  const sharing = group.filter(isShared).length;
  for (const row of group) {
    const types = typesOf(row, head);
    if (types.includes('variable')) {
      if (row.problem !== undefined) yield row;
      continue;
    }
    const whole = head.filled(row, parent ?? row, ofParent);
    if (types.includes('variation')) head.write(whole, nameOfVariation(row, parent, head), 'name');
    if (parent && product !== '' && !isOne)
      whole.variant = {
        family: families(product, head.read(parent, 'sku') || head.read(parent, 'id')),
        options: optionsNamed(
          attributesOf(row, parent, head, 'name'),
          attributesOf(row, parent, head, 'values'),
        ),
      };
    const stock = isShared(row) && parent ? sharedStock(head.read(parent, 'stock'), sharing) : undefined;
    if (stock !== undefined) head.write(whole, stock, 'stock');
    if (head.read(whole, 'description') === '')
      head.write(whole, head.read(whole, 'shortdescription'), 'description');
    head.write(whole, toLines(head.read(whole, 'description')), 'description');
    // A tool has all sizes, or none.
    if (sizes.some((name) => !(Number.parseFloat(head.read(row, name).replace(',', '.')) > 0)))
      for (const name of sizes) head.write(whole, '', name);
    const isForeign = types.includes('external') || types.includes('grouped');
    const isHidden = [row, parent ?? row].some((each) => isHiddenInWoo(each, head));
    const reasons = [
      parent?.problem,
      isForeign && texts.notSoldThere,
      isHidden && texts.skipped.woo,
      isShared(whole) && texts.sharedStock,
    ];
    yield withProblem(withKey(whole, head, ''), reasons.find((reason) => reason) || undefined);
  }
}

/** Returns the names or values of a variation's attributes; their names may be those of its product alone. */
const attributesOf = (row: Row, parent: Row, head: Head, part: 'name' | 'values'): string[] =>
  head.plain.flatMap((column, at) => {
    const [, number] = /^attribute(\d+)values$/.exec(column) ?? [];
    if (number === undefined) return [];
    if (part === 'values') return row.cells[at]?.trim().replaceAll('\\,', ',') ?? '';
    const name = `attribute${number}name`;
    return head.read(row, name) || head.read(parent, name);
  });

/** Drafts are -1, private products 0, pending reviews 2; hidden ones are sold only by their address. */
const isHiddenInWoo = (row: Row, head: Head) =>
  /^(?:0|-1|2)$/.test(head.read(row, 'published')) || /^hidden$/i.test(head.read(row, 'visibilityincatalog'));

/** Returns what one variation has of a stock that is counted for all of them together; `undefined` if that
 * cannot be known. */
const sharedStock = (stock: string, sharing: number): string | undefined =>
  sharing === 1 || stock === '' || !(Number(stock) > 0) ? stock : undefined;

/** WooCommerce exports line breaks as `\\n`, and that as `\\\\n`; they count within HTML too. */
function toLines(description: string): string {
  const line = /<[a-z]/i.test(description) ? '<br>' : '\n';
  return description.replace(/(\\\\n)|\\n/g, (_, escaped) => (escaped ? '\\n' : line));
}

/** Returns the name of a variation: its own or its product's, and the values of its attributes that are not
 * in it. WooCommerce leaves them out where there are many, and where the file was written by hand. */
function nameOfVariation(row: Row, parent: Row | undefined, head: Head): string {
  const product = parent ? head.read(parent, 'name') : '';
  const name = head.read(row, 'name') || product;
  if (name === '') return '';
  const own = toPlainText(name.startsWith(product) ? name.slice(product.length) : name).toLowerCase();
  const isIn = (value: string) =>
    own
      .split(toPlainText(value).toLowerCase())
      .some(
        (before, nth, all) =>
          nth + 1 < all.length &&
          !/[\p{L}\p{N}]$/u.test(before) &&
          !/^[\p{L}\p{N}]/u.test(all[nth + 1] ?? ''),
      );
  const missing = head.plain
    .flatMap((column, at) =>
      /^attribute\d+values$/.test(column) ? (row.cells[at]?.trim().replaceAll('\\,', ',') ?? '') : '',
    )
    .filter((value) => value !== '' && !isIn(value));
  return missing.length > 0 ? `${name} – ${missing.join(' / ')}` : name;
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
