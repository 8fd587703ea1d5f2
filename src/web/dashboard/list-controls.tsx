import { listsTexts } from '#texts/lists.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';

/** A select beside the search: its options by their values, the first one for the empty value. */
export type ListChoice = {
  label: string;
  options: Record<string, string>;
  value: string | undefined;
  onChange: (value: string) => void;
};

/** The search box of a list, and what else chooses and sorts its rows. `label` says what is found, for screen readers. */
export function ListControls({
  label,
  hint,
  text,
  onText,
  choices,
}: {
  label: string;
  hint?: string;
  text: string;
  onText: (text: string) => void;
  choices: ListChoice[];
}) {
  return (
    <search aria-label={label} className="mb-6 grid grid-cols-2 gap-4 lg:grid-cols-4">
      <TextField
        label={listsTexts.search}
        type="search"
        hint={hint}
        maxLength={200}
        autoComplete="off"
        enterKeyHint="search"
        className="col-span-2"
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
      {choices.map((choice) => (
        <SelectField
          key={choice.label}
          label={choice.label}
          value={choice.value ?? ''}
          onChange={(event) => choice.onChange(event.target.value)}
        >
          {Object.entries(choice.options).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </SelectField>
      ))}
    </search>
  );
}
