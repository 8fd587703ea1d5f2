import { useRef, useState } from 'react';
import type { DecimalSign } from '#contracts/number-notation.ts';
import { guessFields, readColumns, type WeightUnit } from '../column-rules.ts';
import { type ImportedField, MAX_IMPORT_BYTES } from '../contract.ts';
import { findForm, isPlain, parseOptions, toRows } from '../file-rules.ts';
import { importTexts as texts } from '../page-texts.ts';
import { importErrorTexts } from '../texts.ts';

/** The field of each column of a file, by column name; null if it is not imported. */
export type Mapping = Record<string, ImportedField | null>;

/** The columns of a file in order, each with its value in the first row. */
export type FileColumn = { name: string; example: string };

/** A file to upload, with its column mapping and, if chosen, its decimal sign. */
export type Chosen = {
  file: File;
  columns: FileColumn[];
  mapping: Mapping;
  decimal?: DecimalSign | undefined;
  weightUnit?: WeightUnit | undefined;
  /** The columns that were recognized by their names. */
  recognized: ReadonlySet<string>;
};

/** The state of the chosen file, with its column mapping, and the errors of either. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);

  async function choose(file: File | undefined) {
    latest.current = file;
    const tooLarge = file && file.size > MAX_IMPORT_BYTES;
    const columns = file && !tooLarge ? await readHead(file) : [];
    // Another file was chosen while this one was read.
    if (latest.current !== file) return;
    const isText = columns.every(({ name, example }) => isPlain(name + example));
    if (file && columns.length > 0 && isText) {
      const mapping = guessMapping(columns);
      const recognized = new Set(Object.keys(mapping).filter((name) => mapping[name]));
      return keep({ file, columns, mapping, recognized });
    }
    setChosen(undefined);
    if (file && !isText) return setProblem(importErrorTexts.notText);
    setProblem(file && (tooLarge ? texts.tooLarge(MAX_IMPORT_BYTES / 1024 ** 2) : texts.noColumns));
  }

  function keep(next: Chosen | undefined) {
    const read =
      next &&
      readColumns(
        next.columns.map(({ name }) => name),
        next.mapping,
      );
    setChosen(next);
    setProblem(read && 'problem' in read ? read.problem : undefined);
  }

  function map(name: string, field: Mapping[string]) {
    if (chosen) keep({ ...chosen, mapping: { ...chosen.mapping, [name]: field } });
  }

  return { chosen, problem, setProblem, choose, keep, map };
}

export type ChosenFile = ReturnType<typeof useChosenFile>;

/** Bytes of a file that are enough for its column names and the row after them. */
const HEAD_BYTES = 64 * 1024;
const LINE_FEED = 10;

/** Reads the columns from the start of a file, as the server does; empty if it has no readable row. */
async function readHead(file: File): Promise<FileColumn[]> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  // The cut may be within a UTF-8 character.
  const end = file.size > bytes.length ? bytes.lastIndexOf(LINE_FEED) + 1 : bytes.length;
  const head = bytes.subarray(0, end || bytes.length);
  const form = await findForm(pieces(head));
  const { parse } = await import('csv-parse/browser/esm/sync');
  const text = toRows(new TextDecoder(form.encoding).decode(head), true);
  const read = (to: number): string[][] => parse(text, { ...parseOptions(form), to });
  // Only the names, if the row after them extends beyond the piece, or is invalid.
  const [names = [], first = []] = attempt(() => read(2)) ?? attempt(() => read(1)) ?? [];
  return names.map((name, index) => ({ name: name.trim(), example: first[index] ?? '' }));
}

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

async function* pieces(bytes: Uint8Array) {
  yield bytes;
}

/** What the columns are, as far as their names tell. */
function guessMapping(columns: FileColumn[]): Mapping {
  const names = columns.map(({ name }) => name);
  const guessed = guessFields(names);
  return Object.fromEntries(names.map((name, index) => [name, guessed[index] ?? null]));
}
