import { type ComponentProps, useId } from 'react';
import { readTypedNumber } from '#contracts/number-notation.ts';
import { useTaxonomy } from '#features/categories/web/use-taxonomy.ts';
import { useFamilies } from '#features/families/web/keeper/use-families.ts';
import { TextArea, TextField } from '#ui/field.tsx';
import { type BulkChange, type CommonField, commonFields } from '../contract.ts';
import { bulkTexts as texts } from '../page-texts.ts';

type Choice = '' | 'set' | 'none';

/** What is done with a field that all tools get alike, and what is typed for it. */
export type CommonValue = { choice: Choice; value: string };

/** Every such field, left as it is. */
export const noCommonValues = Object.fromEntries(
  commonFields.map((name) => [name, { choice: '', value: '' }]),
) as Record<CommonField, CommonValue>;

/** Returns what can be done with a field. */
export function choicesOf(name: CommonField): [Choice, string][] {
  const { set, none = undefined }: { set: string; none?: string } = texts.common[name];
  return [
    ['', texts.leave],
    ['set', set],
    ...(none === undefined ? [] : [['none', none] as [Choice, string]]),
  ];
}

type InputProps = { name: CommonField; field: Omit<ComponentProps<typeof TextField>, 'label' | 'list'> };

/** The input of a field's new value. */
export function CommonInput({ name, field }: InputProps) {
  const label = texts.common[name].value;
  if (name === 'description')
    return <TextArea label={label} rows={4} {...(field as Omit<ComponentProps<typeof TextArea>, 'label'>)} />;
  if (isNumber(name)) return <TextField label={label} inputMode="numeric" {...field} />;
  return <NameInput kind={name} label={label} {...field} />;
}

type NameKind = 'category' | 'brand' | 'family';

/** Suggests the names that the shop has. */
function NameInput({ kind, ...input }: ComponentProps<typeof TextField> & { kind: NameKind }) {
  const id = useId();
  const taxonomy = useTaxonomy();
  const families = useFamilies();
  const known = kind === 'family' ? families.data : taxonomy.data?.[kind];
  return (
    <>
      <TextField list={id} maxLength={kind === 'family' ? 200 : 60} {...input} />
      <datalist id={id}>
        {known?.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}

const isNumber = (name: CommonField) => name === 'min_order_quantity' || name === 'pack_step';

/** Converts the values to the fields of the call. */
export const commonChanges = (values: Record<CommonField, CommonValue>): Partial<BulkChange> =>
  Object.fromEntries(
    commonFields.flatMap((name) => {
      const { choice, value } = values[name];
      if (choice === '') return [];
      const set = isNumber(name) ? readTypedNumber(value) : value.trim();
      return [[name, choice === 'none' ? null : set]];
    }),
  );
