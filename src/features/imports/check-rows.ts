import { v7 as uuid } from 'uuid';
import { idSchema } from '#contracts/identifiers.ts';
import type { DecimalSign } from '#contracts/number-notation.ts';
import type { AppContext } from '#features/app-context.ts';
import { toolFieldLabel } from '#features/catalogue/tool-fields-contract.ts';
import { findKnownPictures } from '#features/pictures/store.ts';
import { pictureErrorTexts } from '#features/pictures/texts.ts';
import {
  areSameLinks,
  type KnownReferences,
  knowReferences,
  readLinkCell,
  referencesIn,
  resolveLinks,
} from '#features/related-tools/link-cells.ts';
import { type LinkCell, linkCellNames } from '#features/related-tools/link-columns.ts';
import { linkErrorTexts } from '#features/related-tools/texts.ts';
import { type PriceTerms, readPriceTerms } from '#features/shop-details/read-details.ts';
import { type CheckedRow, findToolsOfRows, type KnownTool, type StoredLinks } from './changes-store.ts';
import {
  type Columns,
  factorOf,
  plainName,
  splitMeasure,
  type WeightUnit,
  weightUnitColumn,
  weightUnits,
} from './column-rules.ts';
import type { ImportedField } from './contract.ts';
import { pictureKey } from './file-rules.ts';
import { formatSpecifications, parsePictures } from './list-cells.ts';
import { findTaxonNames, type NameTaxons } from './name-taxons.ts';
import { MOST_READ, type PictureSlot, shownOf, toWebAddress } from './picture-rules.ts';
import { findFetched } from './picture-store.ts';
import { toPlainText } from './plain-text.ts';
import { cellsOf, type Notation, type Problem, type Row, readRow, type SomeFields } from './read-row.ts';
import { readCategoryPath } from './shop-files.ts';
import { isFailedCell, spoiledAs } from './spoiled-cells.ts';
import type { WrongRow } from './store.ts';
import { importErrorTexts as texts } from './texts.ts';

/** The result of checking a number of rows. */
export type Checked = { rows: number; changes: CheckedRow[]; wrong: WrongRow[] };

type Read = Row & { given: ReturnType<typeof cellsOf>; number: string; id: string };

/** Creates the check of a file's rows, block by block, against the existing tools. `numbersInFile` returns its
 * part numbers, in lower case; it is called if links lead to tools that the shop does not have. */
export function createCheck(
  context: AppContext,
  columns: Columns,
  { decimal, weightUnit }: { decimal: DecimalSign; weightUnit: WeightUnit },
  uploaded: Record<string, string>,
  numbersInFile: () => Promise<ReadonlySet<string>>,
) {
  const addresses = new Map(Object.entries(uploaded).map(([name, url]) => [pictureKey(name), url]));
  /** Returns a picture's address; the cell may also have its file name, or an address that ends in that. */
  function addressOf(cell: string): string {
    const key = [cell, lastPart(cell)].map(pictureKey).find((each) => addresses.has(each));
    if (key === undefined) return cell.trim();
    used.add(key);
    return addresses.get(key) ?? '';
  }
  const used = new Set<string>();
  const factors: Notation['factors'] = {
    weight_grams: weightUnits[weightUnit],
    ...Object.fromEntries(
      columns.fields.flatMap((field, index) => {
        const factor = field && factorOf(columns.names[index] ?? '', field);
        return factor ? [[field, factor]] : [];
      }),
    ),
  };
  const notation: Notation = { decimal, factors };
  const unitAt = lacksUnitInName(columns) ? weightUnitColumn(columns.names) : -1;
  const categoryName = plainName(columns.names[columns.fields.indexOf('category')] ?? '');
  const isCategoryList = categoryName.startsWith('categories');

  /** Reads the cells of a row, with the addresses of its pictures. */
  function read(row: Row): Read['given'] {
    const given = withWeightUnit(cellsOf(row, columns), row.cells[unitAt]);
    const [all, more] = [given.img, given.pictures].map((cell) =>
      picturesOf(cell ?? '')
        .slice(0, MOST_READ)
        .map(addressOf),
    );
    return {
      ...given,
      ...(columns.isOwn ? {} : readForeign(given)),
      ...(given.pictures !== undefined && { pictures: more?.join('\n') ?? '' }),
      ...(given.img !== undefined && firstAndMore([...(all ?? []), ...(more ?? [])], given.pictures)),
    };
  }

  /** Converts texts from other shops' formats. */
  function readForeign(given: Read['given']): Read['given'] {
    const { name, description, category, available_quantity: stock } = given;
    const path = category === undefined ? null : readCategoryPath(category, isCategoryList);
    if (path?.parent) parents.set(path.name, path.parent);
    return {
      ...(name !== undefined && { name: toPlainText(name).replace(/\s+/g, ' ') }),
      ...(description !== undefined && { description: toPlainText(description) }),
      ...(category !== undefined && { category: path?.name ?? '' }),
      // A negative stock, sold before it arrived, counts as 0.
      ...(stock !== undefined && /^\s*[-−]/.test(stock) && { available_quantity: '0' }),
    };
  }

  /** The parents given for categories, by the categories' names. */
  const parents = new Map<string, string>();

  /** The row in which each tool occurred first, by id and by part number. */
  const met = new Map<string, number>();

  function meet(row: number, keys: string[]): number | undefined {
    const before = keys.map((key) => met.get(key)).find((each) => each !== undefined);
    if (before === undefined) for (const key of keys) met.set(key, row);
    return before;
  }

  function checkRow(read: Read, tools: Tools, terms: PriceTerms, checked: Checked): void {
    const { row, cells, given, number, id, problem } = read;
    const refuse = (problems: Problem[]) =>
      checked.wrong.push({ row, cells, problems: problems.map((problem) => inColumn(columns, problem)) });
    if (problem !== undefined) return void refuse([{ field: null, message: problem }]);
    if (cells.slice(columns.names.length).some((cell) => cell.trim() !== ''))
      return void refuse([{ field: null, message: texts.tooWide }]);
    const [numbered, called] = [tools.byNumber.get(number), tools.byId.get(id)];
    if (numbered && called && numbered.id !== called.id)
      return void refuse([{ field: 'part_number', message: texts.twoTools }]);
    const tool = numbered ?? called;
    const spoiled = spoiledCells(given, numbered !== undefined);
    if (spoiled.length > 0) return void refuse(spoiled);
    if (!tool && number === '') return void refuse([{ field: 'part_number', message: texts.noKeyInRow }]);
    const before = meet(row, [...(number ? [`number ${number}`] : []), ...(tool ? [tool.id] : [])]);
    if (before !== undefined) return void refuse([{ field: 'part_number', message: texts.twice(before) }]);
    // The first of a new tool's pictures is its main picture, whichever column has it.
    const isWithout = !tool && given.img === undefined;
    const refined = {
      ...variantCells(read, tool),
      ...given,
      ...(isWithout && firstAndMore(picturesOf(given.pictures ?? ''))),
    };
    const result = readRow(terms, refined, notation, tool?.fields);
    if ('problems' in result) return void refuse(result.problems);
    const { fields, slots } = placePictures(result.fields, tool, tools);
    const unknown = (['img', 'pictures'] as const).flatMap((field) => {
      const value = fields[field];
      const picture =
        value === tool?.fields[field]
          ? undefined
          : picturesIn(value).find((each) => !tools.pictures.has(each));
      return picture === undefined ? [] : [{ field, message: noPicture(picture) }];
    });
    if (unknown.length > 0) return void refuse(unknown);
    const linked = linkRow(fields, tool, number, tools);
    if ('problems' in linked) return void refuse(linked.problems);
    const change = toChange(row, tool, tools.names(linked.fields), { slots, links: linked.links });
    if (change) checked.changes.push(change);
  }

  async function check(rows: Row[]): Promise<Checked> {
    const checked: Checked = { rows: rows.length, changes: [], wrong: [] };
    const reads = rows.map((row): Read => {
      const given = read(row);
      const id = given._id?.trim().toLowerCase() ?? '';
      return {
        ...row,
        given,
        number: given.part_number?.trim().toLowerCase() ?? '',
        id: idSchema.safeParse(id).success ? id : '',
      };
    });
    const tools = await findTools(context, reads, numbersInFile);
    const terms = await readPriceTerms(context);
    for (const each of reads) checkRow(each, tools, terms, checked);
    return checked;
  }
  const unused = () => Object.keys(uploaded).filter((name) => !used.has(pictureKey(name)));
  return { check, unused, parents: () => Object.fromEntries(parents) };
}

/** Returns the family of a variant of another shop's product, unless the tool has one, and for a new tool the
 * specifications by which variants differ. */
function variantCells({ variant }: Read, tool: KnownTool | undefined): Read['given'] {
  if (!variant) return {};
  const specifications = formatSpecifications(variant.options);
  return {
    ...(!tool?.fields.family && { family: variant.family }),
    ...(!tool && specifications !== null && { specifications }),
  };
}

const lacksUnitInName = ({ names, fields }: Columns) =>
  factorOf(names[fields.indexOf('weight_grams')] ?? '', 'weight_grams') === undefined;

/** Adds the unit in another column to a row's weight. */
function withWeightUnit(given: Read['given'], unit: string | undefined): Read['given'] {
  const { weight_grams: weight } = given;
  if (!unit?.trim() || !weight?.trim() || splitMeasure(weight, 'weight_grams').factor) return given;
  return { ...given, weight_grams: `${weight} ${unit}` };
}

/** Returns the cells in which a spreadsheet has left an error, or has changed the GTIN, or the part number,
 * unless a tool has exactly that one. */
function spoiledCells(given: Read['given'], isKnown: boolean): Problem[] {
  const failed = Object.entries(given)
    .filter(([, cell]) => isFailedCell(cell))
    .map(([field, cell]) => ({ field: field as ImportedField, message: texts.failedCell(cell.trim()) }));
  const say = { rounded: texts.rounded, date: texts.dated };
  const identifiers = [...(isKnown ? [] : ['part_number' as const]), 'gtin' as const];
  const spoiled = identifiers.flatMap((field) => {
    const as = spoiledAs(given[field] ?? '');
    return as === undefined ? [] : [{ field, message: say[as](toolFieldLabel(field)) }];
  });
  return [...failed, ...spoiled];
}

/** Splits a cell into pictures: one per line, or addresses separated by commas. */
const picturesOf = (cell: string): string[] =>
  cell.split(/\r\n?|\n|,\s*(?=https?:)/).flatMap((each) => each.trim() || []);

/** Converts pictures to the cells of the first and of the others; omits the latter if there are none and no
 * column has them. */
const firstAndMore = ([img = '', ...more]: string[], column?: string) => ({
  img,
  ...((more.length > 0 || column !== undefined) && { pictures: more.join('\n') }),
});

/** Returns the last part of an address's path, without the query. */
function lastPart(cell: string): string {
  const [path = ''] = cell.split(/[?#]/);
  const name = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

type Tools = {
  byNumber: Map<string, KnownTool>;
  byId: Map<string, KnownTool>;
  pictures: Set<string>;
  /** Pictures fetched for a tool before, by its id and the address. */
  fetched: Map<string, string>;
  /** Replaces categories and brands in fields with the shop's names for them. */
  names: NameTaxons;
  references: KnownReferences;
  /** Part numbers of the file, if links lead to tools that the shop does not have. */
  added: ReadonlySet<string>;
};

async function findTools(
  context: AppContext,
  rows: Read[],
  numbersInFile: () => Promise<ReadonlySet<string>>,
): Promise<Tools> {
  const { db } = context;
  const numbers = rows.flatMap(({ number }) => number || []);
  const ids = rows.flatMap(({ id }) => id || []);
  const pictures = rows.flatMap(({ given }) => [...picturesIn(given.img), ...picturesIn(given.pictures)]);
  const named = rows.flatMap(({ given }) => linkCellNames.flatMap((cell) => namesIn(cell, given[cell])));
  const [references, tools, known, names] = await Promise.all([
    knowReferences(db, named),
    findToolsOfRows(context, numbers, ids),
    findKnownPictures(db, [...new Set(pictures)]),
    findTaxonNames(
      db,
      rows.map(({ given, variant }) => ({ family: variant?.family, ...given })),
    ),
  ]);
  return {
    byNumber: new Map(
      tools.flatMap((tool) => {
        const number = tool.fields.part_number;
        return number === null ? [] : [[String(number).toLowerCase(), tool]];
      }),
    ),
    byId: new Map(tools.map((tool) => [tool.id, tool])),
    pictures: new Set(known),
    fetched: await findFetched(
      db,
      tools.map(({ id }) => id),
    ),
    names,
    references,
    added: named.every((name) => references.found.get(name.toLowerCase())?.state === 'for_sale')
      ? new Set()
      : await numbersInFile(),
  };
}

function namesIn(cell: LinkCell, text: string | undefined): string[] {
  const read = text === undefined ? undefined : readLinkCell(cell, text);
  return read && 'value' in read ? referencesIn(read.value) : [];
}

/** Finds the tools that a row links, and keeps the shop's own text where they are those that are linked. */
function linkRow(
  fields: SomeFields,
  tool: KnownTool | undefined,
  number: string,
  { references, added }: Tools,
): { fields: SomeFields; links?: StoredLinks } | { problems: Problem[] } {
  const problems: Problem[] = [];
  const links: StoredLinks = {};
  const linked = { ...fields };
  for (const cell of linkCellNames) {
    if (fields[cell] === undefined) continue;
    const { text, ids: before } = tool?.links[cell] ?? { text: null, ids: [] };
    const names = referencesIn(fields[cell]);
    const to = { toolId: tool?.id, present: before, added };
    const read = resolveLinks(cell, names, references, to);
    const isItself = !tool && names.some((name) => name.toLowerCase() === number);
    if ('problem' in read || isItself)
      problems.push({ field: cell, message: 'problem' in read ? read.problem : linkErrorTexts.itself });
    else if (areSameLinks(cell, before, read.ids.map(String))) linked[cell] = text;
    else {
      linked[cell] =
        names.map((name) => references.found.get(name.toLowerCase())?.part_number ?? name).join('\n') || null;
      links[cell] = { before };
    }
  }
  if (problems.length > 0) return { problems };
  return { fields: linked, ...(Object.keys(links).length > 0 && { links }) };
}

/** Returns the addresses in a cell, one per line. */
const picturesIn = (cell: string | number | null | undefined) =>
  parsePictures(String(cell ?? '')).map(({ img }) => img);

/** Returns the error for an unknown picture: an address, or a file name. */
const noPicture = (picture: string) =>
  picture.includes('/') ? pictureErrorTexts.pictureFirst : texts.noPicture(picture);

/** Finds which of a row's pictures must be fetched. If any, `slots` are all of the tool's future pictures,
 * and the fields have those that the shop already has. */
function placePictures(
  { img, pictures, ...others }: SomeFields,
  tool: KnownTool | undefined,
  tools: Tools,
): { fields: SomeFields; slots?: PictureSlot[] } {
  const given = { ...(img !== undefined && { img }), ...(pictures !== undefined && { pictures }) };
  const present = tool ? [...picturesIn(tool.fields.img), ...picturesIn(tool.fields.pictures)] : [];
  const named = [...picturesIn(img ?? tool?.fields.img), ...picturesIn(pictures ?? tool?.fields.pictures)];
  const slots = [...new Set(named.map((name) => toWebAddress(name) ?? name))].map(
    (address, place): PictureSlot => {
      const before = tools.fetched.get(`${tool?.id} ${address}`);
      if (before !== undefined && present.includes(before)) return { place, address, img: before };
      const isToFetch = !tools.pictures.has(address) && !present.includes(address) && toWebAddress(address);
      return { place, address, img: isToFetch ? null : address };
    },
  );
  const [first, ...more] = shownOf(slots);
  const isFetched = slots.some((slot) => slot.img === null);
  if (!isFetched && slots.every((slot) => slot.img === slot.address))
    return { fields: { ...others, ...given } };
  const shown = first === undefined ? {} : { img: first, pictures: more.join('\n') || null };
  return { fields: { ...others, ...shown }, ...(isFetched && { slots }) };
}

/** Returns what a row changes; `undefined` if nothing. */
export function toChange(
  row: number,
  tool: KnownTool | undefined,
  fields: SomeFields,
  { slots, links }: { slots?: PictureSlot[] | undefined; links?: StoredLinks | undefined } = {},
): CheckedRow | undefined {
  if (!tool)
    return {
      row,
      toolId: uuid(),
      isNew: true,
      version: 0,
      before: {},
      after: fields,
      ...(links && { links }),
      ...(slots && { slots }),
    };
  const differing = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== tool.fields[name as keyof SomeFields],
  );
  if (differing.length === 0 && !slots) return undefined;
  const names = [...differing.map(([name]) => name), ...(slots ? ['img', 'pictures'] : [])];
  const before = names.map((name) => [name, tool.fields[name as keyof SomeFields]]);
  return {
    row,
    toolId: tool.id,
    isNew: false,
    version: tool.version,
    before: Object.fromEntries(before),
    after: Object.fromEntries(differing),
    ...(links && { links }),
    ...(slots && { slots }),
  };
}

/** Attributes a field's problem to the file's column for that field. */
const inColumn = ({ names, fields }: Columns, { field, message }: Problem) => ({
  column: field === null ? null : (names[fields.indexOf(field)] ?? field),
  message,
});
