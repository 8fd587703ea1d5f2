import type { ReactNode } from 'react';
import type { ContactMessage } from '#contracts/contact.ts';
import { useSession } from '#web/session/session.tsx';
import type { Column } from '#web/ui/data-table.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatMoment } from '#web/ui/format.ts';
import { PageHead } from './page-head.tsx';
import { RowsTable } from './rows-table.tsx';
import { useRows } from './use-rows.ts';

const columns: Column<ContactMessage>[] = [
  {
    key: 'createdAt',
    header: 'Received',
    cell: (message) => (
      <time dateTime={message.createdAt} className="whitespace-nowrap tabular-nums">
        {formatMoment(message.createdAt)}
      </time>
    ),
    sortValue: (message) => message.createdAt,
  },
  {
    key: 'name',
    header: 'Full Name',
    cell: (message) => <span className="font-semibold">{message.name}</span>,
    sortValue: (message) => message.name,
  },
  {
    key: 'email',
    header: 'Email',
    cell: (message) => (
      <a href={`mailto:${encodeURIComponent(message.email)}`} className="text-link break-all">
        {message.email}
      </a>
    ),
  },
  {
    key: 'phone',
    header: 'Phone Number',
    cell: (message) => (
      <a href={`tel:${message.phone.replace(/[^+\d]/g, '')}`} className="text-link tabular-nums">
        {message.phone}
      </a>
    ),
  },
];

/** Who asked to be contacted, newest first; for admins. `views` leads to the others. */
export function ContactMessages({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const list = useRows(['contact-messages'], (query) => api.listContactMessages(query));
  return (
    <>
      <PageHead
        title="Contact messages"
        lead="People who asked to be contacted, from the home page’s form."
      />
      {views}
      <RowsTable
        list={list}
        caption="Contact messages"
        columns={columns}
        rowKey={(message) => message._id}
        noun="message"
        empty={<EmptyState title="Nobody has written yet" />}
      />
    </>
  );
}
