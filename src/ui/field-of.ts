import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form';

/** Returns the props that tie a field to its form: its `register` props and its error. */
export function fieldOf<Values extends FieldValues, Sent>({
  register,
  formState: { errors },
}: Pick<UseFormReturn<Values, unknown, Sent>, 'register' | 'formState'>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    error: (get(errors, name) as FieldError | undefined)?.message,
    ...register(name, options),
  });
}
