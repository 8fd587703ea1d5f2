import type { FastifyRequest } from 'fastify';
import { v7 as uuid } from 'uuid';
import { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { type DecimalSign, decimalSigns } from '#contracts/number-notation.ts';
import { toPlainLine } from '#contracts/text.ts';
import type { AppContext } from '#features/app-context.ts';
import { requireUser } from '#features/users/authorise.ts';
import type { Database } from '#platform/database/database.ts';
import { type WeightUnit, weightUnits } from './column-rules.ts';
import { type ImportedField, importedFields, MAX_IMPORT_BYTES } from './contract.ts';
import { isPlain } from './file-rules.ts';
import { forgetFile, insertChunk } from './file-store.ts';
import { insertImport } from './store.ts';
import { importErrorTexts as texts } from './texts.ts';

const FILE = 'file';
const COLUMNS = 'columns';
const PICTURES = 'pictures';
const DECIMAL = 'decimal';
const WEIGHT_UNIT = 'weightUnit';
const CHUNK_BYTES = 128 * 1024;

const picturesSchema = z.record(z.string(), z.string());
const mappingSchema = z.record(z.string(), z.nullable(z.string()));

type Mapping = Record<string, ImportedField | null>;

/** Streams the file in a multipart form's field `file` into the database, to be read by a job. @throws
 * AppError `unsupported_type` (not a form), `too_large`, `invalid_input`. */
export async function startImport(context: AppContext, request: FastifyRequest): Promise<{ id: string }> {
  if (!request.isMultipart()) throw new AppError('unsupported_type', texts.notMultipart, { field: FILE });
  const id = uuid();
  const createdAt = context.clock.now();
  try {
    const form = await readForm(context.db, id, request);
    await context.db.transaction().execute(async (tx) => {
      await insertImport(tx, { id, ...form, created_at: createdAt, created_by: requireUser(request).userId });
      await context.jobs.enqueue(tx, 'read-import', { importId: id });
    });
    return { id };
  } catch (error) {
    await forgetFile(context.db, id);
    throw toRefusal(error);
  }
}

async function readForm(db: Database, id: string, request: FastifyRequest) {
  let fileName: string | undefined;
  let files = 0;
  let mapping: Mapping | null = null;
  let pictures: Record<string, string> | null = null;
  let decimal: DecimalSign | null = null;
  let weightUnit: WeightUnit | null = null;
  for await (const part of request.parts()) {
    if (part.type === 'field') {
      if (part.fieldname === COLUMNS) mapping = readMapping(String(part.value));
      if (part.fieldname === PICTURES) pictures = readPictures(String(part.value));
      if (part.fieldname === DECIMAL) decimal = readDecimal(String(part.value));
      if (part.fieldname === WEIGHT_UNIT) weightUnit = readWeightUnit(String(part.value));
      continue;
    }
    files += 1;
    if (files > 1 || part.fieldname !== FILE)
      throw new AppError('invalid_input', texts.notOneFile, { field: FILE });
    const bytes = await keepFile(db, id, part.file);
    if (part.file.truncated) throw tooLarge();
    if (bytes === 0) throw new AppError('invalid_input', texts.empty, { field: FILE });
    fileName = toPlainLine(part.filename, 200) || FILE;
  }
  if (fileName === undefined) throw new AppError('invalid_input', texts.notOneFile, { field: FILE });
  return { file_name: fileName, mapping, pictures, decimal_sign: decimal, weight_unit: weightUnit };
}

/** Stores a file in chunks, so that only one of them is in memory. */
async function keepFile(db: Database, id: string, file: AsyncIterable<Buffer>): Promise<number> {
  let position = 0;
  let bytes = 0;
  let gathered: Buffer[] = [];
  let size = 0;
  const keep = async () => {
    await insertChunk(db, id, position, Buffer.concat(gathered));
    position += 1;
    gathered = [];
    size = 0;
  };
  for await (const piece of file) {
    gathered.push(piece);
    size += piece.length;
    bytes += piece.length;
    if (size >= CHUNK_BYTES) await keep();
  }
  if (size > 0) await keep();
  return bytes;
}

function readMapping(text: string): Mapping {
  const parsed = mappingSchema.safeParse(parseJson(text));
  if (!parsed.success) throw new AppError('invalid_input', texts.badMapping, { field: COLUMNS });
  if (!Object.keys(parsed.data).every(isPlain))
    throw new AppError('invalid_input', texts.notText, { field: COLUMNS });
  const unknown = Object.values(parsed.data).find(
    (field) => field !== null && !(importedFields as readonly string[]).includes(field),
  );
  if (unknown) throw new AppError('invalid_input', texts.unknownField(unknown), { field: COLUMNS });
  return parsed.data as Mapping;
}

/** Reads the addresses of pictures uploaded for the file, by file name. */
function readPictures(text: string): Record<string, string> {
  const { data } = picturesSchema.safeParse(parseJson(text));
  if (data && Object.entries(data).flat().every(isPlain)) return data;
  throw new AppError('invalid_input', texts.badPictures, { field: PICTURES });
}

/** Reads the decimal sign; null if the file determines it. */
function readDecimal(text: string): DecimalSign | null {
  const sign = decimalSigns.find((each) => each === text);
  if (!sign && text !== '') throw new AppError('invalid_input', texts.badDecimal, { field: DECIMAL });
  return sign ?? null;
}

/** Reads the unit of weights; null if the file or the shop determines it. */
function readWeightUnit(text: string): WeightUnit | null {
  if (text === '') return null;
  if (Object.hasOwn(weightUnits, text)) return text as WeightUnit;
  throw new AppError('invalid_input', texts.badWeightUnit, { field: WEIGHT_UNIT });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const tooLarge = () =>
  new AppError('too_large', texts.tooLarge(MAX_IMPORT_BYTES / (1024 * 1024)), { field: FILE });

/** Errors of the form parser are the sender's fault. */
function toRefusal(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (error instanceof AppError || !/^FST_/.test(code)) return error;
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge();
  const message = /^FST_(FILES|PARTS)_LIMIT$/.test(code) ? texts.notOneFile : texts.badForm;
  return new AppError('invalid_input', message, { field: FILE });
}
