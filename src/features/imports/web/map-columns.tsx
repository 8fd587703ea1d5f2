import { toolFieldLabel } from '#features/catalogue/tool-fields-contract.ts';
import { SelectField } from '#ui/field.tsx';
import { importedFields } from '../contract.ts';
import { importTexts as texts } from '../page-texts.ts';
import type { FileColumn, Mapping } from './use-chosen-file.ts';

/** What a new tool needs, beside its part number. */
const neededFields = ['name', 'price'] as const;

/** Maps each column of a file to a field, with its name and an example. */
export function MapColumns({
  columns,
  mapping,
  onMap,
}: {
  columns: FileColumn[];
  mapping: Mapping;
  onMap: (name: string, field: Mapping[string]) => void;
}) {
  const missing = neededFields.filter((field) => !Object.values(mapping).includes(field));
  return (
    <fieldset>
      <legend className="text-lg font-semibold">{texts.columns}</legend>
      <p className="mt-1 text-sm text-ink-soft">{texts.columnsLead}</p>
      <p role="status" className="mb-4 min-h-5 text-sm font-medium text-warn">
        {missing.length > 0 && texts.columnsMissing(missing.map(toolFieldLabel).join(', '))}
      </p>
      <ul className="divide-y divide-line rounded-md border border-line bg-surface">
        {columns.map(({ name, example }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns stay where they are, and two may have one name.
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
              options={importedFields.map((field) => [field, toolFieldLabel(field)])}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
