import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ContactMessage } from '#features/contact/managed-contract.ts';
import { errorMessage, type ListRows } from '#web/client/api-client.ts';
import { contactMessagesTexts as texts } from '#web/texts/dashboard.ts';
import { notify } from '#web/ui/toast.tsx';

/** The key of the list of contact messages, whatever is looked for in it. */
export const contactMessagesKey = ['contact-messages'];

/** What is done to a message: what sends it, which answers what the message then is, and what is said of it. */
type MessageChange = {
  message: ContactMessage;
  /** Nothing where somebody else had done it already. */
  send: () => Promise<Partial<ContactMessage> | undefined>;
  done: string;
};

/** Changes a message and shows it so where it stands: a list that is fetched anew would put another one under the pointer.
 * What somebody else has done meanwhile is fetched. `onFailure` has why it could not be done. */
export function useMessageChange(
  onEnd: () => void,
  onFailure: (error: unknown) => void = (error) => notify.error(errorMessage(error)),
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ send }: MessageChange) => send(),
    onSuccess: (becomes, { message, done }) => {
      onEnd();
      if (!becomes) {
        notify.error(texts.changedBefore);
        return queries.invalidateQueries({ queryKey: contactMessagesKey });
      }
      notify.success(done);
      queries.setQueriesData<InfiniteData<ListRows<ContactMessage>>>(
        { queryKey: contactMessagesKey },
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              rows: page.rows.map((row) => (row._id === message._id ? { ...row, ...becomes } : row)),
            })),
          },
      );
      return queries.invalidateQueries({ queryKey: contactMessagesKey, refetchType: 'none' });
    },
    onError: (error) => {
      onFailure(error);
      void queries.invalidateQueries({ queryKey: contactMessagesKey });
    },
  });
}
