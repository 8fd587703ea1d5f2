import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { notify } from '#ui/toast.tsx';
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

const tellFailure = (error: Error) => notify.error(errorMessage(error));

/** Does something to a quote, and shows what it has become; where somebody else was first, how it stands by then. */
export function useQuoteDeed<Input = void>(
  deed: (input: Input) => Promise<Quote>,
  onDone: (quote: Quote) => void,
  onFailed: (error: Error) => void = tellFailure,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: deed,
    onSuccess: (quote) => {
      queries.setQueryData(quoteKey(quote._id), quote);
      onDone(quote);
    },
    onError: onFailed,
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: quotesKey });
      // Of an order, the list and the page on which it is paid say which quote it is in.
      void queries.invalidateQueries({ queryKey: ['orders'] });
      queries.removeQueries({ queryKey: ['order'] });
    },
  });
}
