import { useRef, useState } from 'react';
import { readColumns } from '../column-rules.ts';
import { MAX_IMPORT_BYTES } from '../contract.ts';
import { isPlain } from '../file-rules.ts';
import type { DecimalSign } from '../number-rules.ts';
import { importTexts as texts } from '../page-texts.ts';
import { importErrorTexts } from '../texts.ts';
import { type FileColumn, guessMapping, type Mapping, readHead } from './read-head.ts';

/** A file that is to be sent, what its columns are, and how it writes numbers where somebody has said so. */
export type Chosen = {
  file: File;
  columns: FileColumn[];
  mapping: Mapping;
  decimal?: DecimalSign | undefined;
};

/** A file that was chosen, with what its columns are; and what is wrong with either. */
export function useChosenFile() {
  const [chosen, setChosen] = useState<Chosen>();
  const [problem, setProblem] = useState<string>();
  const latest = useRef<File>(undefined);

  async function choose(file: File | undefined) {
    latest.current = file;
    const tooLarge = file && file.size > MAX_IMPORT_BYTES;
    const columns = file && !tooLarge ? await readHead(file) : [];
    // Another one was chosen while this one was read.
    if (latest.current !== file) return;
    const isText = columns.every(({ name, example }) => isPlain(name + example));
    if (file && columns.length > 0 && isText) return keep({ file, columns, mapping: guessMapping(columns) });
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
