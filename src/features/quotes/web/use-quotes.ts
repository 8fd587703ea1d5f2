import { useQueryClient } from '@tanstack/react-query';
import { useCall } from '#features/users/web/session/use-call.ts';
import { type Action, useAction } from '#ui/use-action.ts';
import { getQuoteCall, type Quote } from '../contract.ts';

/** Query key prefix for quotes, both lists and single ones. */
export const quotesKey = ['quotes'];

const quoteKey = (id: string) => [...quotesKey, 'one', id];

/** Refetch interval of a quote while its page is open: the other side may have answered. */
const LOOK_MS = 30_000;

/** Fetches one quote. */
export function useQuote(id: string) {
  return useCall(quoteKey(id), getQuoteCall, { params: { id }, refetchInterval: LOOK_MS });
}

/** An action on a quote that shows the result; if someone else acted first, it shows the current quote. */
export function useQuoteChange<Input = void>(
  action: (input: Input) => Promise<Quote>,
  onDone?: (quote: Quote) => void,
  onRefused?: (error: Error) => void,
): Action<Quote, Input> {
  const queries = useQueryClient();
  return {
    // An order's payment page shows its quote, too.
    call: (input) => action(input).finally(() => queries.removeQueries({ queryKey: ['order'] })),
    onDone: (quote) => {
      queries.setQueryData(quoteKey(quote._id), quote);
      onDone?.(quote);
    },
    ...(onRefused && { onRefused }),
    changes: [quotesKey, ['orders']],
  };
}

/** Runs such an action. */
export const useQuoteAction = <Input = void>(...change: Parameters<typeof useQuoteChange<Input>>) =>
  useAction(useQuoteChange(...change));
