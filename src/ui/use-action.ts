import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { createContext, use, useState } from 'react';
import { ApiError, errorMessage } from './client/api-client.ts';
import { createAttemptKeys } from './client/new-key.ts';
import { notify } from './toast.tsx';

export type Action<Answer, Input> = {
  /** Makes the call. `keyFor` makes the `Idempotency-Key` of an operation that must happen once. */
  call: (input: Input, keyFor: (sent: unknown) => string) => Promise<Answer>;
  onDone?: (answer: Answer, input: Input) => unknown;
  /** Instead of a toast, and before the affected queries are refetched: the action is busy until this ends.
   * `'shown'` where the screen shows the action's `error`. */
  onRefused?: 'shown' | ((error: Error, input: Input) => unknown);
  /** The toast on refusal; by default the error's message. */
  failed?: (error: Error, input: Input) => string;
  /** The affected queries: refetched on success and on refusal, as someone else may have been first. */
  changes?: readonly QueryKey[];
  /** Closes the confirmation, after those queries are refetched. */
  onEnd?: (isDone: boolean) => unknown;
  /** The success toast. Toasts come last: nothing behind an open dialog is announced. */
  done?: string | ((answer: Answer, input: Input) => string);
};

/** Asks the person to prove again who they are. Returns whether they have. */
export const ConfirmIdentityContext = createContext<() => Promise<boolean>>(async () => false);

/** Whether a call was refused until the person proves again who they are. */
export const needsFreshSignIn = (error: unknown) =>
  error instanceof ApiError && error.code === 'fresh_sign_in_needed';

/** One action of a screen: makes a call and reports the result. Pressing again while it runs does nothing. */
export function useAction<Answer, Input = void>({
  call,
  onDone,
  onRefused,
  failed = errorMessage,
  changes = [],
  onEnd,
  done,
}: Action<Answer, Input>) {
  const queries = useQueryClient();
  const confirmIdentity = use(ConfirmIdentityContext);
  const [keys] = useState(createAttemptKeys);
  const action = useMutation({
    mutationFn: (input: Input) =>
      call(input, keys.keyFor).catch(async (error) => {
        if (needsFreshSignIn(error) && (await confirmIdentity())) return call(input, keys.keyFor);
        throw error;
      }),
    onSuccess: async (answer, input) => {
      keys.finish();
      await onDone?.(answer, input);
    },
    onError: (error) => keys.fail(error),
    onSettled: async (answer, error, input) => {
      const refetched = Promise.all(changes.map((queryKey) => queries.invalidateQueries({ queryKey })));
      // Nobody waits for the refetch here: the message is shown at once, and the form can be sent again.
      if (error && typeof onRefused === 'function') await onRefused(error, input);
      else await refetched;
      onEnd?.(!error);
      if (error && !onRefused) notify.error(failed(error, input));
      if (!error && done) notify.success(typeof done === 'string' ? done : done(answer as Answer, input));
    },
  });
  return {
    ...action,
    mutate: (input: Input) => {
      if (!action.isPending) action.mutate(input);
    },
  };
}
