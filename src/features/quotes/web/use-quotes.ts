import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/users/web/session/session.tsx';
import { useAction } from '#ui/use-action.ts';
import { getQuoteCall, type Quote } from '../contract.ts';

/** Query key prefix for quotes, both lists and single ones. */
export const quotesKey = ['quotes'];

const quoteKey = (id: string) => [...quotesKey, 'one', id];

/** Refetch interval of a quote while its page is open: the other side may have answered. */
const LOOK_MS = 30_000;

/** Fetches one quote. */
export function useQuote(id: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: quoteKey(id),
    queryFn: ({ signal }) => api.call(getQuoteCall, { params: { id }, signal }),
    refetchInterval: LOOK_MS,
  });
}

/** Runs an action on a quote and shows the result; if someone else acted first, shows the current quote. */
export function useQuoteAction<Input = void>(
  action: (input: Input) => Promise<Quote>,
  onDone: (quote: Quote) => void,
  onRefused?: (error: Error) => void,
) {
  const queries = useQueryClient();
  return useAction({
    // An order's payment page shows its quote, too.
    call: (input: Input) => action(input).finally(() => queries.removeQueries({ queryKey: ['order'] })),
    onDone: (quote) => {
      queries.setQueryData(quoteKey(quote._id), quote);
      onDone(quote);
    },
    ...(onRefused && { onRefused }),
    changes: [quotesKey, ['orders']],
  });
}
