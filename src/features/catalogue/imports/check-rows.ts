import { v7 as uuid } from 'uuid';
import { idSchema } from '#contracts/identifiers.ts';
import type { AppContext } from '#features/app-context.ts';
import { findKnownPictures } from '../pictures/store.ts';
import { type PriceTerms, readPriceTerms } from '../price-terms.ts';
import { toolErrorTexts } from '../texts/errors.ts';
import { importErrorTexts as texts } from '../texts/imports.ts';
import { type CheckedRow, findToolsOfRows, type KnownTool } from './changes-store.ts';
import type { Columns } from './column-rules.ts';
import { pictureKey } from './file-rules.ts';
import { parsePictures } from './list-cells.ts';
import { findTaxonNames, type NameTaxons } from './name-taxons.ts';
import type { DecimalSign } from './number-rules.ts';
import { cellsOf, type Problem, type Row, readRow, type SomeFields } from './read-row.ts';
import type { WrongRow } from './store.ts';

/** What has come of so many rows. */
export type Checked = { rows: number; changes: CheckedRow[]; wrong: WrongRow[] };

type Read = Row & { given: ReturnType<typeof cellsOf>; number: string; id: string };

/** Makes the check of a file's rows, block by block, against the tools that there are. */
export function createCheck(
  context: AppContext,
  columns: Columns,
  decimal: DecimalSign,
  uploaded: Record<string, string>,
) {
  const addresses = new Map(Object.entries(uploaded).map(([name, url]) => [pictureKey(name), url]));
  /** A picture's address, also where it is given by the name of its file. */
  const addressOf = (cell: string) => addresses.get(pictureKey(cell)) ?? cell.trim();

  /** The cells of a row, with the addresses of its pictures. */
  function read(row: Row): Read['given'] {
    const given = cellsOf(row, columns);
    const { img, pictures } = given;
    return {
      ...given,
      ...(img !== undefined && { img: addressOf(img) }),
      ...(pictures !== undefined && {
        pictures: parsePictures(pictures)
          .map((each) => addressOf(each.img))
          .join('\n'),
      }),
    };
  }

  /** The rows in which tools were met before, by id and by part number. */
  const met = new Map<string, number>();

  function meet(row: number, keys: string[]): number | undefined {
    const before = keys.map((key) => met.get(key)).find((each) => each !== undefined);
    if (before === undefined) for (const key of keys) met.set(key, row);
    return before;
  }

  function checkRow(read: Read, tools: Tools, terms: PriceTerms, checked: Checked): void {
    const { row, cells, given, number, id } = read;
    const refuse = (problems: Problem[]) =>
      checked.wrong.push({ row, cells, problems: problems.map((problem) => inColumn(columns, problem)) });
    if (cells.slice(columns.names.length).some((cell) => cell.trim() !== ''))
      return void refuse([{ field: null, message: texts.tooWide }]);
    const [numbered, called] = [tools.byNumber.get(number), tools.byId.get(id)];
    if (numbered && called && numbered.id !== called.id)
      return void refuse([{ field: 'part_number', message: texts.twoTools }]);
    const tool = numbered ?? called;
    if (!tool && number === '') return void refuse([{ field: 'part_number', message: texts.noKeyInRow }]);
    const before = meet(row, [...(number ? [`number ${number}`] : []), ...(tool ? [tool.id] : [])]);
    if (before !== undefined) return void refuse([{ field: 'part_number', message: texts.twice(before) }]);
    const result = readRow(terms, given, decimal, tool?.fields);
    if ('problems' in result) return void refuse(result.problems);
    const unknown = (['img', 'pictures'] as const).flatMap((field) => {
      const value = result.fields[field];
      const picture =
        value === tool?.fields[field]
          ? undefined
          : picturesIn(value).find((each) => !tools.pictures.has(each));
      return picture === undefined ? [] : [{ field, message: noPicture(picture) }];
    });
    if (unknown.length > 0) return void refuse(unknown);
    const change = toChange(row, tool, tools.names(result.fields));
    if (change) checked.changes.push(change);
  }

  return async (rows: Row[]): Promise<Checked> => {
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
    const tools = await findTools(context, reads);
    const terms = await readPriceTerms(context);
    for (const each of reads) checkRow(each, tools, terms, checked);
    return checked;
  };
}

type Tools = {
  byNumber: Map<string, KnownTool>;
  byId: Map<string, KnownTool>;
  pictures: Set<string>;
  /** Gives fields the names that categories and brands have. */
  names: NameTaxons;
};

async function findTools(context: AppContext, rows: Read[]): Promise<Tools> {
  const { db } = context;
  const numbers = rows.flatMap(({ number }) => number || []);
  const ids = rows.flatMap(({ id }) => id || []);
  const pictures = rows.flatMap(({ given }) => [...picturesIn(given.img), ...picturesIn(given.pictures)]);
  const [tools, known, names] = await Promise.all([
    findToolsOfRows(context, numbers, ids),
    findKnownPictures(db, [...new Set(pictures)]),
    findTaxonNames(
      db,
      rows.map(({ given }) => given),
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
    names,
  };
}

/** The addresses in a cell, a line each. */
const picturesIn = (cell: string | number | null | undefined) =>
  parsePictures(String(cell ?? '')).map(({ img }) => img);

/** What is said of a picture that the shop has not: an address, or the name of a file. */
const noPicture = (picture: string) =>
  picture.includes('/') ? toolErrorTexts.pictureFirst : texts.noPicture(picture);

/** What a row changes; `undefined` where that is nothing. */
export function toChange(
  row: number,
  tool: KnownTool | undefined,
  fields: SomeFields,
): CheckedRow | undefined {
  if (!tool) return { row, toolId: uuid(), isNew: true, version: 0, before: {}, after: fields };
  const differing = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && value !== tool.fields[name as keyof SomeFields],
  );
  if (differing.length === 0) return undefined;
  const before = differing.map(([name]) => [name, tool.fields[name as keyof SomeFields]]);
  return {
    row,
    toolId: tool.id,
    isNew: false,
    version: tool.version,
    before: Object.fromEntries(before),
    after: Object.fromEntries(differing),
  };
}

/** A problem of a field as one of the column that the file has it in. */
const inColumn = ({ names, fields }: Columns, { field, message }: Problem) => ({
  column: field === null ? null : (names[fields.indexOf(field)] ?? field),
  message,
});
