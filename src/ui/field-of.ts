import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';

/** Gives a field of a form what ties it to that: its `register`, and what is wrong with it. */
export function fieldOf<Values extends FieldValues, Sent>({
  register,
  formState: { errors },
}: Pick<UseFormReturn<Values, unknown, Sent>, 'register' | 'formState'>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    error: (get(errors, name) as FieldError | undefined)?.message,
    ...register(name, options),
  });
}
