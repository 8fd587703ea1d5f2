import { type ComponentProps, useDeferredValue, useId } from 'react';
import { TextField } from '#ui/field.tsx';
import { useFamilies } from './use-families.ts';

/** The name of a family, with those of the shop as suggestions while it is typed. */
export function FamilyNameField({ typed, ...field }: ComponentProps<typeof TextField> & { typed: string }) {
  const id = useId();
  const families = useFamilies(useDeferredValue(typed.trim().slice(0, 200)));
  return (
    <>
      <TextField maxLength={200} autoComplete="off" list={id} {...field} />
      <datalist id={id}>
        {families.data?.map(({ _id, name }) => (
          <option key={_id} value={name} />
        ))}
      </datalist>
    </>
  );
}
