import type { ReactNode } from 'react';
import { type ContactMessage, listContactMessagesCall } from '#features/contact/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { type ListColumn, ListPage } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { EmailText, RowCard } from '#web/dashboard/row-card.tsx';
import { contactMessagesTexts as texts } from '#web/texts/dashboard.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatMoment } from '#web/ui/moments.ts';

const received = ({ createdAt }: ContactMessage) => (
  <time dateTime={createdAt} className="whitespace-nowrap tabular-nums">
    {formatMoment(createdAt)}
  </time>
);

const emailLink = ({ email }: ContactMessage) => (
  <a
    href={`mailto:${encodeURIComponent(email)}`}
    // Its parts are boxes of their own, which would be read with gaps between them.
    aria-label={email}
    className="text-link inline-block min-h-6 max-w-full"
  >
    <EmailText email={email} />
  </a>
);

const phoneLink = ({ phone }: ContactMessage) => (
  <a
    href={`tel:${phone.replace(/[^+\d]/g, '')}`}
    className="text-link inline-flex min-h-6 items-center tabular-nums"
  >
    {phone}
  </a>
);

const columns = (): ListColumn<ContactMessage>[] => [
  { key: 'createdAt', width: 192, cell: received },
  { key: 'name', width: 144, cell: ({ name }) => <span className="font-semibold">{name}</span> },
  { key: 'email', width: 192, cell: emailLink },
  { key: 'phone', width: 160, cell: phoneLink },
  {
    key: 'message',
    width: 240,
    cell: ({ message }) => <span className="whitespace-pre-line">{message}</span>,
  },
];

const Card = ({ row: message }: { row: ContactMessage }) => (
  <RowCard title={message.name} lead={received(message)}>
    <p className="flex flex-wrap gap-x-6">
      {phoneLink(message)}
      {emailLink(message)}
    </p>
    {message.message && <p className="mt-2 wrap-anywhere whitespace-pre-line">{message.message}</p>}
  </RowCard>
);

/** Who asked to be contacted, newest first; for staff. `views` leads to the others. */
export function ContactMessages({ views }: { views: ReactNode }) {
  const { api } = useSession();
  return (
    <ListPage
      texts={texts}
      listKey={['contact-messages']}
      load={({ cursor }, signal) => api.list(listContactMessagesCall, { query: { cursor }, signal })}
      head={() => <PageHead title={texts.title} lead={texts.lead} actions={views} />}
      columns={columns}
      Card={Card}
      rowKey={(message) => message._id}
      empty={<EmptyState title={texts.none} />}
    />
  );
}
