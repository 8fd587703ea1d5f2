import type { ReactNode } from 'react';
import { type ContactMessage, listContactMessagesCall } from '#features/contact/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useRows } from '#web/client/use-rows.ts';
import { EmailText } from '#web/dashboard/email-text.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { RowCard } from '#web/dashboard/row-card.tsx';
import { RowsTable } from '#web/dashboard/rows-table.tsx';
import { contactMessagesTexts as texts } from '#web/texts/dashboard.ts';
import type { Column } from '#web/ui/column.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatMoment } from '#web/ui/format.ts';

const columns: Column<ContactMessage>[] = [
  {
    key: 'createdAt',
    header: texts.columns.received,
    width: 192,
    cell: (message) => <Received message={message} />,
  },
  {
    key: 'name',
    header: texts.columns.name,
    width: 144,
    cell: (message) => <span className="font-semibold">{message.name}</span>,
  },
  {
    key: 'email',
    header: texts.columns.email,
    width: 192,
    cell: (message) => <MailLink message={message} />,
  },
  {
    key: 'phone',
    header: texts.columns.phone,
    width: 160,
    cell: (message) => <PhoneLink message={message} />,
  },
  {
    key: 'message',
    header: texts.columns.message,
    width: 240,
    cell: ({ message }) => <span className="whitespace-pre-line">{message}</span>,
  },
];

const card = (message: ContactMessage) => (
  <RowCard title={message.name} lead={<Received message={message} />}>
    <p className="flex flex-wrap gap-x-6">
      <PhoneLink message={message} />
      <MailLink message={message} />
    </p>
    {message.message && <p className="mt-2 wrap-anywhere whitespace-pre-line">{message.message}</p>}
  </RowCard>
);

/** Who asked to be contacted, newest first; for admins. `views` leads to the others. */
export function ContactMessages({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const list = useRows(['contact-messages'], ({ cursor, signal }) =>
    api.list(listContactMessagesCall, { query: { cursor }, signal }),
  );
  return (
    <>
      <PageHead title={texts.title} lead={texts.lead} />
      {views}
      <RowsTable
        list={list}
        texts={texts.list}
        columns={columns}
        card={card}
        rowKey={(message) => message._id}
        empty={<EmptyState title={texts.none} />}
      />
    </>
  );
}

function Received({ message }: { message: ContactMessage }) {
  return (
    <time dateTime={message.createdAt} className="whitespace-nowrap tabular-nums">
      {formatMoment(message.createdAt)}
    </time>
  );
}

function MailLink({ message }: { message: ContactMessage }) {
  return (
    <a
      href={`mailto:${encodeURIComponent(message.email)}`}
      // Its parts are boxes of their own, which would be read with gaps between them.
      aria-label={message.email}
      className="text-link inline-block min-h-6 max-w-full"
    >
      <EmailText email={message.email} />
    </a>
  );
}

function PhoneLink({ message }: { message: ContactMessage }) {
  return (
    <a
      href={`tel:${message.phone.replace(/[^+\d]/g, '')}`}
      className="text-link inline-flex min-h-6 items-center tabular-nums"
    >
      {message.phone}
    </a>
  );
}
