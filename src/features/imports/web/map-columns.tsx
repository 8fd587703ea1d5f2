import { toolFieldLabel } from '#features/catalogue/tool-fields-contract.ts';
import { FoldedPart } from '#ui/dashboard/advanced.tsx';
import { SelectField } from '#ui/field.tsx';
import { importedFields } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import type { Chosen, FileColumn, Mapping } from './use-chosen-file.ts';

/** What a new tool needs, beside its part number. */
const neededFields = ['name', 'price'] as const;

type MapProps = { chosen: Chosen; onMap: (name: string, field: Mapping[string]) => void };

/** Maps each column of a file to a field, with its name and an example. Columns that were not recognized are
 * folded, unless one of them is needed or used. */
export function MapColumns({ chosen, onMap }: MapProps) {
  const { columns, mapping, recognized } = chosen;
  const missing = neededFields.filter((field) => !Object.values(mapping).includes(field));
  const known = columns.filter(({ name }) => recognized.has(name));
  const others = columns.filter(({ name }) => !recognized.has(name));
  const needsOthers = missing.length > 0 || known.length === 0 || others.some(({ name }) => mapping[name]);
  return (
    <fieldset>
      <legend className="text-lg font-semibold">{texts.columns}</legend>
      <p className="mt-1 text-sm text-ink-soft">{texts.columnsLead}</p>
      <p role="status" className="mb-4 min-h-5 text-sm font-medium text-warn">
        {missing.length > 0 && texts.columnsMissing(missing.map(toolFieldLabel).join(', '))}
      </p>
      <div className="space-y-4">
        <ColumnList columns={known} mapping={mapping} onMap={onMap} />
        {others.length > 0 && (
          <FoldedPart summary={texts.unmatched(others.length)} isUsed={needsOthers}>
            <ColumnList columns={others} mapping={mapping} onMap={onMap} />
          </FoldedPart>
        )}
      </div>
    </fieldset>
  );
}

type ListProps = Pick<MapProps, 'onMap'> & { columns: FileColumn[]; mapping: Mapping };

function ColumnList({ columns, mapping, onMap }: ListProps) {
  if (columns.length === 0) return null;
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-surface">
      {columns.map(({ name, example }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns don't move, and two may have one name.
        <li key={index} className="grid items-center gap-x-4 gap-y-2 p-3 sm:grid-cols-2">
          <div className="min-w-0">
            <p className="font-semibold wrap-anywhere">{name}</p>
            <p className="line-clamp-1 text-sm text-ink-soft" title={example}>
              {example}
            </p>
          </div>
          <SelectField
            label={texts.fieldOf(name)}
            className="[&_label]:sr-only"
            value={mapping[name] ?? ''}
            onChange={({ target }) =>
              onMap(name, importedFields.find((field) => field === target.value) ?? null)
            }
            none={texts.ignored}
            options={importedFields.map((field) => [field, texts.fieldName(field)])}
          />
        </li>
      ))}
    </ul>
  );
}
