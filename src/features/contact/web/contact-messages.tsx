import type { ReactNode } from 'react';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmailText } from '#ui/dashboard/row-card.tsx';
import { contactMessagesTexts as texts } from '#ui/dashboard/texts.ts';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { telephoneLink } from '#ui/telephone-link.ts';
import {
  type ContactMessage,
  closeContactMessageCall,
  listContactMessagesCall,
  reopenContactMessageCall,
} from '../contract.ts';
import { contactMessagesKey, MessageAnswers, useMessageChange } from './message-answers.tsx';

const received = ({ createdAt }: ContactMessage) => <Moment at={createdAt} className="whitespace-nowrap" />;

const emailLink = ({ email }: ContactMessage) => (
  <a
    href={`mailto:${encodeURIComponent(email)}`}
    // Screen readers would read its parts, which are separate boxes, with gaps.
    aria-label={email}
    className="text-link inline-block min-h-6 max-w-full"
  >
    <EmailText email={email} />
  </a>
);

const phoneLink = ({ phone }: ContactMessage) => (
  <a href={telephoneLink(phone)} className="text-link inline-flex min-h-6 items-center tabular-nums">
    {phone}
  </a>
);

const closedBadge = ({ closedAt }: ContactMessage) =>
  closedAt ? <Badge>{texts.closedBadge}</Badge> : undefined;

const Words = ({ message, children }: { message: ContactMessage; children?: ReactNode }) => (
  <div>
    {message.message && <p className="wrap-anywhere whitespace-pre-line">{message.message}</p>}
    <MessageAnswers message={message}>{children}</MessageAnswers>
  </div>
);

const columns: ListColumn<ContactMessage>[] = [
  { key: 'createdAt', width: 192, cell: received, card: 'lead' },
  {
    key: 'from',
    width: 208,
    cell: (message) => (
      <>
        <span className="block font-semibold wrap-anywhere">{message.name}</span>
        <span className="block">{emailLink(message)}</span>
        <span className="block">{phoneLink(message)}</span>
      </>
    ),
    card: {
      title: ({ name }) => name,
      body: (message) => (
        <p className="flex flex-wrap gap-x-6">
          {phoneLink(message)}
          {emailLink(message)}
        </p>
      ),
    },
  },
  {
    key: 'message',
    width: 336,
    cell: (message) => (
      <>
        {closedBadge(message)}
        <Words message={message} />
      </>
    ),
    card: {
      badge: closedBadge,
      body: (message) => (
        <Words message={message}>
          <CloseButton message={message} />
        </Words>
      ),
    },
  },
  {
    key: 'actions',
    width: 120,
    cell: (message) => <CloseButton message={message} />,
  },
];

/** Closes or reopens a message; as small on a card as the button to reply. */
function CloseButton({ message }: { message: ContactMessage }) {
  const { api } = useSession();
  const closing = useMessageChange();
  const { _id, name, closedAt } = message;
  async function send() {
    const call = closedAt ? reopenContactMessageCall : closeContactMessageCall;
    const { modifiedCount } = await api.call(call, { params: { id: _id } });
    return modifiedCount === 0 ? undefined : { closedAt: closedAt ? null : new Date().toISOString() };
  }
  return (
    <Button
      size="sm"
      variant="secondary"
      busy={closing.isPending}
      aria-label={closedAt ? texts.reopenOf(name) : texts.closeOf(name)}
      onClick={() =>
        closing.mutate({ row: message, send, done: closedAt ? texts.isReopened : texts.isClosed })
      }
    >
      {closedAt ? texts.reopen : texts.close}
    </Button>
  );
}

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Contact messages for staff, newest first, answered and closed here. */
export default function ContactMessages() {
  const { api } = useSession();
  return (
    <StaffOnly title={texts.title}>
      <ListPage
        texts={texts}
        listKey={contactMessagesKey}
        load={({ q, filter: state, cursor }, signal) =>
          api.list(listContactMessagesCall, { query: { q, state, cursor }, signal })
        }
        head={() => <PageHead title={texts.title} />}
        filter={{ name: 'state', label: texts.state, options: texts.states }}
        columns={columns}
        rowKey={(message) => message._id}
        empty={<EmptyState title={texts.none} />}
      />
    </StaffOnly>
  );
}
