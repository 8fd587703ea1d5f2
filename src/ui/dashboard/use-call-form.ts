import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  type UseFormProps,
  useForm,
} from 'react-hook-form';
import type { z } from 'zod/mini';
import { ApiError, errorMessage } from '../client/api-client.ts';
import { fieldOf } from '../field-of.ts';
import { notify } from '../toast.tsx';
import { type Action, useAction } from '../use-action.ts';
import { formProblems } from './form-parts.tsx';

export type CallFormOptions<Values extends FieldValues, Sent, Answer> = Pick<
  Action<Answer, Sent>,
  'changes' | 'onEnd' | 'done'
> & {
  /** The contract's rules, or the form's own. */
  schema?: z.core.$ZodType<Sent, Values>;
  resolver?: Resolver<Values, unknown, Sent>;
  mode?: UseFormProps<Values>['mode'];
  defaultValues?: DefaultValues<Values>;
  /** Sends the values. `keyFor` makes the `Idempotency-Key` of an operation that must happen once. */
  send: Action<Answer, Sent>['call'];
  /** The form stays busy until this settles. */
  onSent?: Action<Answer, Sent>['onDone'];
  onRefused?: (error: Error, values: Sent) => unknown;
  /** Maps the call's field name to the form's. Without a match, the refusal is the form's `problem`. */
  fieldAtFault?: (field: string | undefined, values: Sent) => FieldPath<Values> | undefined;
  /** The message of the toast on failure. */
  failed?: string;
  /** The form's `problem` if it is sent with invalid fields: a text, or their labels. */
  check?: string | Partial<Record<keyof Values, string>>;
};

/** A form that makes a call. A refusal is shown at its field, which takes the focus, else as the form's
 * `problem`. */
export function useCallForm<Values extends FieldValues, Sent = Values, Answer = unknown>({
  schema,
  resolver = schema && zodResolver(schema),
  mode,
  defaultValues,
  send,
  onSent,
  onRefused,
  fieldAtFault,
  failed,
  check,
  ...ending
}: CallFormOptions<Values, Sent, Answer>) {
  const form = useForm<Values, unknown, Sent>({
    ...(resolver && { resolver }),
    ...(mode && { mode }),
    ...(defaultValues && { defaultValues }),
  });
  const [problem, setProblem] = useState<string>();
  const { dirtyFields } = form.formState;
  const changed = Object.entries(typeof check === 'object' ? check : {}).filter(([name]) =>
    Object.hasOwn(dirtyFields, name),
  );

  function refuse(error: Error, values: Sent) {
    const named = error instanceof ApiError ? error.field : undefined;
    const isOfForm = named !== undefined && (named.split('.')[0] ?? '') in form.getValues();
    const field = fieldAtFault ? fieldAtFault(named, values) : isOfForm ? named : undefined;
    if (field) {
      form.setError(field as FieldPath<Values>, { message: errorMessage(error) }, { shouldFocus: true });
    } else setProblem(errorMessage(error));
  }

  const sending = useAction<Answer, Sent>({
    ...ending,
    call: send,
    ...(onSent && { onDone: onSent }),
    async onRefused(error, values) {
      if (failed) notify.error(failed);
      refuse(error, values);
      await onRefused?.(error, values);
    },
  });

  function submit(values: Sent) {
    setProblem(undefined);
    sending.mutate(values);
  }

  function showProblems(errors: FieldErrors<Values>) {
    if (check) setProblem(typeof check === 'string' ? check : formProblems(errors, check));
  }

  return {
    form,
    /** `{...field('name')}`: a field's `register` props and its error. */
    field: fieldOf(form),
    problem,
    setProblem,
    /** The labels (`check`) of the fields that differ from what was given. */
    changes: changed.map(([, label]) => String(label)),
    isSending: sending.isPending,
    submit,
    formProps: {
      method: 'post',
      noValidate: true,
      onSubmit: form.handleSubmit(submit, showProblems),
    },
  } as const;
}
