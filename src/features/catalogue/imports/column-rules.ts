import { importErrorTexts as texts } from '../texts/imports.ts';
import { toolFieldTexts } from '../texts/manage.ts';
import { type ImportedField, importedFields } from './contract.ts';

/** What each column of a file is: a field, or nothing that an import takes. */
export type Columns = {
  names: string[];
  fields: (ImportedField | undefined)[];
};

const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

const byName = new Map<string, ImportedField>(
  importedFields.flatMap((field): [string, ImportedField][] => {
    const label = { ...toolFieldTexts, img: toolFieldTexts.image, _id: '_id' }[field];
    return [
      [plain(field), field],
      [plain(label), field],
    ];
  }),
);

/** The field that a column of this name is for, as far as can be told. */
export const guessField = (name: string): ImportedField | undefined => byName.get(plain(name));

/** Tells what each column is, or why the file cannot be taken with these. */
export function readColumns(
  names: string[],
  mapping: Record<string, ImportedField | null> | null,
): Columns | { problem: string; column: string | null } {
  const fields = names.map((name) => {
    const mapped = mapping?.[name];
    return mapped === undefined ? guessField(name) : (mapped ?? undefined);
  });
  const again = fields.findIndex((field, index) => field && fields.indexOf(field) < index);
  if (again >= 0) return { problem: texts.twiceMapped(String(fields[again])), column: names[again] ?? null };
  if (!fields.includes('part_number') && !fields.includes('_id'))
    return { problem: texts.noKey, column: null };
  return { names, fields };
}
