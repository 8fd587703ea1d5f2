import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import type { ToolFieldName } from '#features/catalogue/tool-fields-contract.ts';
import type { Columns } from '#features/imports/column-rules.ts';
import type { ImportedField } from '#features/imports/contract.ts';
import type { AddSizes } from './contract.ts';

/** A specification of a row, with the place of its column. */
type PlacedSpecification = NewSpecification & { column: number };

/** A grid of sizes as an import reads it: the cells of fields, those of shared ones, and specifications. */
export type Grid = {
  /** As of a file; the last one has all specifications. */
  columns: Columns;
  /** The field in each column as it was given; empty for a specification. */
  given: string[];
  /** The fields that all rows have alike. */
  shared: string[];
  rows: { cells: string[]; specifications: PlacedSpecification[] }[];
};

/** Brings rows of cells into the form of a file's: with the shared fields in each, and named. */
export function gridOf({ columns, rows, shared = {} }: AddSizes, family: string): Grid {
  const given = columns.map((column): ToolFieldName | '' => ('field' in column ? column.field : ''));
  const alike = Object.entries(shared).filter(
    ([field, cell]) => cell !== undefined && cell.trim() !== '' && !given.includes(field as ToolFieldName),
  ) as [ImportedField, string][];
  const names = [
    ...new Set<ImportedField>([
      ...given.flatMap((field) => field || []),
      ...alike.map(([field]) => field),
      'name',
      'family',
      'specifications',
    ]),
  ];
  return {
    columns: { names, fields: names, isOwn: true },
    given,
    shared: alike.map(([field]) => field),
    rows: rows.map((cells) => {
      const specifications = columns.flatMap((column, at): PlacedSpecification[] => {
        const value = cells[at]?.trim() ?? '';
        return 'field' in column || value === ''
          ? []
          : [{ column: at, name: column.specification, value, unit: column.unit ?? null }];
      });
      const own = new Map<string, string>(alike);
      for (const [at, field] of given.entries()) if (field) own.set(field, cells[at] ?? '');
      if (!own.get('name')?.trim())
        own.set('name', nameOfSize(family, specifications, own.get('part_number') ?? ''));
      own.set('family', family);
      return { cells: names.slice(0, -1).map((name) => own.get(name) ?? ''), specifications };
    }),
  };
}

/** Names a size after its family and what it differs in, or else its part number. */
export function nameOfSize(family: string, specifications: NewSpecification[], partNumber: string): string {
  const values = specifications.map(({ value, unit }) => (unit ? `${value} ${unit}` : value));
  return `${family} – ${values.length > 0 ? values.join(' / ') : partNumber.trim()}`;
}
