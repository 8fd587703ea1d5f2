import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listMailboxMessagesCall, type MailboxMessage } from '#features/mailbox/contract.ts';
import { mailboxTexts } from '#features/mailbox/texts.ts';
import { PageLoader } from '#features/users/web/session/page-loader.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { ApiError } from '#web/client/api-client.ts';
import { errorWords } from '#web/client/error-words.ts';
import { QueryProvider } from '#web/client/query-provider.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { MailList } from './mail-list.tsx';
import { MailPane } from './mail-pane.tsx';

export const meta = () => pageMeta(mailboxTexts.title, mailboxTexts.description);

/** The trial mailbox: every mail that the shop sent, for its own machine and for admins. */
export default function Mailbox() {
  const { status, user } = useSession();
  return (
    <div className="page py-8">
      <h1 className="text-2xl sm:text-3xl">{mailboxTexts.title}</h1>
      {status === 'loading' ? (
        <PageLoader />
      ) : (
        <QueryProvider key={user?.email ?? ''}>
          <Messages />
        </QueryProvider>
      )}
    </div>
  );
}

function Messages() {
  const { api } = useSession();
  const query = useQuery({
    queryKey: ['mailbox'],
    queryFn: ({ signal }) => api.call(listMailboxMessagesCall, { query: {}, signal }),
    staleTime: 0,
  });
  if (query.isPending) return <Skeleton className="mt-6 h-96 w-full" />;
  if (query.isError) {
    return (
      <div className="mt-6">
        <MailboxFailure
          error={query.error}
          retrying={query.isFetching}
          onRetry={() => void query.refetch()}
        />
      </div>
    );
  }
  return (
    <>
      <div className="mt-2 mb-6 flex flex-wrap items-end justify-between gap-4">
        <p className="max-w-prose text-ink-soft">{mailboxTexts.lead}</p>
        <Button variant="secondary" size="sm" busy={query.isFetching} onClick={() => void query.refetch()}>
          {mailboxTexts.refresh}
        </Button>
      </div>
      <Reader messages={query.data} />
    </>
  );
}

function Reader({ messages }: { messages: MailboxMessage[] }) {
  const [search] = useSearchParams();
  const [newest] = messages;
  if (!newest) {
    return (
      <EmptyState title={mailboxTexts.empty.title}>
        <p>{mailboxTexts.empty.text}</p>
      </EmptyState>
    );
  }
  const chosen = messages.find((message) => message._id === search.get('mail'));
  return (
    <div className="grid items-start gap-6 lg:grid-cols-5">
      <MailList messages={messages} chosenId={chosen?._id ?? newest._id} />
      <MailPane message={chosen ?? newest} />
    </div>
  );
}

function MailboxFailure({
  error,
  retrying,
  onRetry,
}: {
  error: Error;
  retrying: boolean;
  onRetry: () => void;
}) {
  const status = error instanceof ApiError ? error.status : 0;
  if (status === 404) {
    return (
      <EmptyState title={mailboxTexts.none.title}>
        <p>{mailboxTexts.none.text}</p>
      </EmptyState>
    );
  }
  if (status === 401 || status === 403) {
    return (
      <EmptyState title={mailboxTexts.closed.title}>
        <p>{mailboxTexts.closed.text}</p>
      </EmptyState>
    );
  }
  return <ErrorState message={errorWords(error)} retrying={retrying} onRetry={onRetry} />;
}
