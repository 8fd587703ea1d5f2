import { CsvError } from 'csv-parse';
import { z } from 'zod/mini';
import { cutText } from '#contracts/cut-text.ts';
import { createNotationFinder, type DecimalSign } from '#contracts/number-notation.ts';
import type { AppContext } from '#features/app-context.ts';
import { unescapeFormula } from '#platform/csv.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';
import { bulkColumns, checkBulkChange } from './bulk-change.ts';
import { insertChanges } from './changes-store.ts';
import { type Checked, createCheck } from './check-rows.ts';
import { type Columns, readColumns, splitMeasure, type WeightUnit } from './column-rules.ts';
import { type ImportError, type ImportedField, isNumber, MAX_TOLD_ERRORS } from './contract.ts';
import { type FileForm, findForm, isPlain, UnreadableFile } from './file-rules.ts';
import { forgetFile, readChunks } from './file-store.ts';
import { numbersOfBreaks } from './list-cells.ts';
import { parseFile } from './parse-file.ts';
import { insertPictures } from './picture-store.ts';
import { cellsOf, type Row } from './read-row.ts';
import { createJoin } from './shop-files.ts';
import { findImport, forgetRows, type ImportRow, insertErrors, moveImport } from './store.ts';
import { importErrorTexts as texts } from './texts.ts';

/** A row is checked in one turn of the event loop, cell by cell. Shopify's files have some 80 columns. */
const MAX_COLUMNS = 1_000;
/** A page of the list of imports names the ignored columns of each: 2 MB at most. */
const MAX_IGNORED_NAMES = 100;
const MAX_NAME_CHARACTERS = 200;
/** As many as a sheet of Excel has. */
const MAX_ROWS = 1_048_576;
const ROWS_AT_ONCE = 100;
/** Characters checked per block: each block holds up the event loop. */
const CHARACTERS_AT_ONCE = 250_000;

const payloadSchema = z.object({ importId: z.uuid() });

/** Reads an import's file or selection of tools, and checks each row. After a restart it begins again; if its
 * last try fails, the import has failed. */
export async function readImport(context: AppContext, payload: unknown, jobTry: JobTry): Promise<void> {
  const { importId } = payloadSchema.parse(payload);
  const row = await findImport(context.db, importId);
  if (row?.state !== 'reading') return;
  await forgetRows(context.db, importId);
  const reading = row.bulk_change ? readChoice(context, row) : readFile(context, row);
  await reading.catch(async (error: unknown) => {
    if (!jobTry.isLast) throw error;
    await failReading(context, importId, { row: 1, column: null, message: texts.gaveUp });
    throw error;
  });
}

async function readChoice(context: AppContext, row: ImportRow): Promise<void> {
  await moveImport(context.db, row.id, 'reading', { columns: bulkColumns });
  const counts = await keepChecked(context, row.id, checkBulkChange(context, row));
  await moveImport(context.db, row.id, 'reading', { ...counts, state: 'checked' });
}

async function readFile(context: AppContext, row: ImportRow): Promise<void> {
  const { id } = row;
  const form = await findForm(readChunks(context.db, id));
  await moveImport(context.db, id, 'reading', { encoding: form.encoding, delimiter: form.delimiter });
  try {
    const { decimal, join } = await lookThrough(context, row, form);
    await moveImport(context.db, id, 'reading', { decimal_sign: decimal });
    const counts = await keepChecked(context, id, checkFile(context, row, form, { decimal, join }));
    await moveImport(context.db, id, 'reading', { ...counts, state: 'checked' });
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return failReading(context, id, error);
  }
  await forgetFile(context.db, id);
}

type Join = ReturnType<typeof createJoin>;

/** Reads a file once before its rows are checked: finds the notation of its numbers, and which rows are of
 * one product. @throws UnreadableFile if the numbers are ambiguous */
async function lookThrough(
  { db }: AppContext,
  { id, mapping, decimal_sign }: ImportRow,
  form: FileForm,
): Promise<{ decimal: DecimalSign; join: Join }> {
  const known = decimal_sign as DecimalSign | null;
  const finder = createNotationFinder();
  let columns: Columns | undefined;
  let join: Join | undefined;
  for await (const row of readRows(readChunks(db, id), form)) {
    if (!columns || !join) {
      columns = columnsOf(row, mapping as Mapping);
      join = createJoin(columns);
      // The shop's own export, unchanged.
      if (columns.isOwn && (known ?? form.delimiter === ',')) return { decimal: known ?? '.', join };
      continue;
    }
    join.look(row);
    if (!known) lookForNotation(finder, row, columns);
  }
  if (!join) throw new UnreadableFile(texts.empty, 1);
  if (known) return { decimal: known, join };
  const found = finder.find();
  if ('decimal' in found) return { decimal: found.decimal, join };
  await moveImport(db, id, 'reading', { doubtful_number: found.doubtful.slice(0, 100) });
  throw new UnreadableFile(texts.doubtful(found.doubtful.slice(0, 100)), 1);
}

function lookForNotation(finder: ReturnType<typeof createNotationFinder>, row: Row, columns: Columns): void {
  const { price_breaks: breaks, ...cells } = cellsOf(row, columns);
  for (const [name, cell] of Object.entries(cells)) {
    const field = name as ImportedField;
    if (isNumber(field)) finder.look(splitMeasure(cell, field).number);
  }
  for (const number of numbersOfBreaks(breaks ?? '')) finder.look(number);
}

/** Fails an import that cannot be read. */
async function failReading({ db }: AppContext, id: string, { row, column, message }: ImportError) {
  await forgetRows(db, id);
  await insertErrors(db, id, [{ row, cells: [], problems: [{ column, message }] }]);
  await moveImport(db, id, 'reading', { changed: 0, added: 0, drafts: 0, wrong: 1, state: 'failed' });
  await forgetFile(db, id);
}

/** Stores the checked blocks as they arrive, and reports the progress. */
async function keepChecked({ db }: AppContext, importId: string, blocks: AsyncIterable<Checked>) {
  const addresses = new Set<string>();
  const counts = { rows: 0, changed: 0, added: 0, drafts: 0, wrong: 0 };
  for await (const { rows, changes, wrong } of blocks) {
    await insertChanges(db, importId, changes);
    await insertPictures(db, importId, changes, addresses);
    await insertErrors(db, importId, wrong);
    const added = changes.filter(({ isNew }) => isNew).length;
    counts.rows += rows;
    counts.added += added;
    counts.changed += changes.length - added;
    counts.drafts += changes.filter(({ isNew, after }) => isNew && !after.img).length;
    counts.wrong += wrong.length;
    await moveImport(db, importId, 'reading', counts);
  }
  return counts;
}

/** Checks a file row by row. @throws UnreadableFile */
async function* checkFile(
  context: AppContext,
  { id, mapping, pictures, weight_unit }: ImportRow,
  form: FileForm,
  { decimal, join }: { decimal: DecimalSign; join: Join },
): AsyncGenerator<Checked> {
  const rows = readRows(readChunks(context.db, id), form);
  const head = await rows.next();
  if (head.done) throw new UnreadableFile(texts.empty, 1);
  const columns = columnsOf(head.value, mapping as Mapping);
  const ignored = columns.names.filter((name, index) => name !== '' && columns.fields[index] === undefined);
  await moveImport(context.db, id, 'reading', {
    columns: columns.names,
    ignored: ignored.slice(0, MAX_IGNORED_NAMES),
  });
  const { check, unused, parents } = createCheck(
    context,
    columns,
    { decimal, weightUnit: (weight_unit as WeightUnit | null) ?? (await weightUnitOf(context)) },
    (pictures ?? {}) as Record<string, string>,
    once(() => readNumbers(readRows(readChunks(context.db, id), form), columns)),
  );
  for await (const block of inBlocks(join.join(markShort(rows, join.needs)))) yield await check(block);
  await moveImport(context.db, id, 'reading', {
    category_parents: JSON.stringify(parents()),
    unused_pictures: unused().slice(0, MAX_TOLD_ERRORS),
  });
}

/** Reads the part numbers of a file, in lower case. */
async function readNumbers(rows: AsyncIterable<Row>, columns: Columns): Promise<Set<string>> {
  const numbers = new Set<string>();
  for await (const row of rows) {
    const number = cellsOf(row, columns).part_number?.trim().toLowerCase();
    if (number) numbers.add(number);
  }
  return numbers;
}

function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let begun: Promise<Result> | undefined;
  return () => {
    begun ??= work();
    return begun;
  };
}

/** The unit in which the shop's weights are typed. */
export const weightUnitOf = async ({ details }: AppContext): Promise<WeightUnit> =>
  (await details.read()).region.units === 'imperial' ? 'lb' : 'kg';

/** Rows that end early may have lost cells: an empty cell clears its field, a missing one must not. */
async function* markShort(rows: AsyncIterable<Row>, needs: number): AsyncGenerator<Row> {
  for await (const row of rows) yield row.cells.length < needs ? { ...row, problem: texts.tooNarrow } : row;
}

type Mapping = Record<string, ImportedField | null> | null;

function columnsOf(head: Row | undefined, mapping: Mapping): Columns {
  const names = head?.cells.map((name) => unescapeFormula(name).trim()) ?? [];
  const columns = readColumns(names, mapping);
  if ('problem' in columns) throw new UnreadableFile(columns.problem, 1, columns.column);
  const long = names.find(({ length }) => length > MAX_NAME_CHARACTERS);
  if (long)
    throw new UnreadableFile(texts.longName(MAX_NAME_CHARACTERS), 1, cutText(long, MAX_NAME_CHARACTERS));
  return columns;
}

/** Reads the rows, numbered as in spreadsheets, without empty ones. */
async function* readRows(chunks: AsyncIterable<Buffer>, form: FileForm): AsyncGenerator<Row> {
  try {
    for await (const { info, record: cells } of parseFile(chunks, form)) {
      const row = info.records + info.empty_lines;
      if (row > MAX_ROWS) throw new UnreadableFile(texts.manyRows(MAX_ROWS), row);
      const last = cells.findLastIndex((cell) => cell.trim() !== '');
      if (last >= MAX_COLUMNS) throw new UnreadableFile(texts.manyColumns(MAX_COLUMNS), row);
      // Spreadsheets may write separators up to their last column, XFD.
      const taken = cells.slice(0, MAX_COLUMNS);
      if (!taken.every(isPlain)) throw new UnreadableFile(texts.notText, row);
      if (last >= 0) yield { row, cells: taken };
    }
  } catch (error) {
    throw error instanceof CsvError ? toUnreadable(error) : error;
  }
}

/** Reports the row at which the parser stopped, which may be ahead of the rows that it has emitted. */
function toUnreadable({
  code,
  records = 0,
  empty_lines: empty = 0,
}: CsvError & { records?: number; empty_lines?: number }): UnreadableFile {
  return new UnreadableFile(
    code === 'CSV_MAX_RECORD_SIZE' ? texts.longRow : texts.unreadable,
    records + empty + 1,
  );
}

async function* inBlocks(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let block: Row[] = [];
  let characters = 0;
  for await (const row of rows) {
    block.push(row);
    characters += row.cells.reduce((sum, { length }) => sum + length, 0);
    if (block.length < ROWS_AT_ONCE && characters < CHARACTERS_AT_ONCE) continue;
    yield block;
    block = [];
    characters = 0;
  }
  if (block.length > 0) yield block;
}
