import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/users/web/session/session.tsx';
import { useAction } from '#ui/use-action.ts';
import { getQuoteCall, type Quote } from '../contract.ts';

/** Under which quotes are kept, lists of them and single ones. */
export const quotesKey = ['quotes'];

const quoteKey = (id: string) => [...quotesKey, 'one', id];

/** How often a quote is asked for anew while its page is looked at: the other side may have answered. */
const LOOK_MS = 30_000;

/** One quote, as it stands. */
export function useQuote(id: string) {
  const { api } = useSession();
  return useQuery({
    queryKey: quoteKey(id),
    queryFn: ({ signal }) => api.call(getQuoteCall, { params: { id }, signal }),
    refetchInterval: LOOK_MS,
  });
}

/** Does something to a quote, and shows what it has become; where somebody else
 * was first, how it stands by then. */
export function useQuoteAction<Input = void>(
  action: (input: Input) => Promise<Quote>,
  onDone: (quote: Quote) => void,
  onRefused?: (error: Error) => void,
) {
  const queries = useQueryClient();
  return useAction({
    // Of an order, the page on which it is paid says which quote it is in, too.
    call: (input: Input) => action(input).finally(() => queries.removeQueries({ queryKey: ['order'] })),
    onDone: (quote) => {
      queries.setQueryData(quoteKey(quote._id), quote);
      onDone(quote);
    },
    ...(onRefused && { onRefused }),
    changes: [quotesKey, ['orders']],
  });
}
