import { type ReactNode, useMemo } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { type ListColumn, ListPage } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { CustomerLink } from '#ui/dashboard/row-card.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { endPaymentCall, type Hold, listHoldsCall } from '../contract.ts';
import { holdsTexts as texts } from '../texts.ts';

const holdsKey = ['holds'];

type AskEnd = (hold: Hold) => void;

/** Payments that have units reserved, newest first, which staff can end here. `views` links to the other
 * views. */
export function Holds({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const ending = useRowDeletion<Hold>(holdsKey, {
    // Any of its orders ends the whole payment.
    remove: ({ orders: [first] }) => api.call(endPaymentCall, { params: { id: first?.orderId ?? '' } }),
    done: ({ units }) => texts.isEnded(units),
  });
  const { ask, row, headingRef } = ending;
  const columns = useMemo(() => columnsOf(ask), [ask]);
  return (
    <>
      <ListPage
        texts={texts}
        listKey={holdsKey}
        load={({ cursor }, signal) => api.list(listHoldsCall, { query: { cursor }, signal })}
        head={() => (
          <PageHead title={texts.title} lead={texts.lead} actions={views} headingRef={headingRef} />
        )}
        columns={columns}
        rowKey={({ _id }) => _id}
        empty={<EmptyState title={texts.none} />}
      />
      {row && (
        <ConfirmDialog
          open={ending.isOpen}
          onClose={ending.close}
          title={texts.askEnd(row.userName)}
          confirmLabel={texts.end}
          busy={ending.isBusy}
          onConfirm={ending.confirm}
        >
          <p>{texts.endWhy(row.units)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const columnsOf = (ask: AskEnd): ListColumn<Hold>[] => [
  { key: 'since', width: 168, cell: ({ since }) => <Moment at={since} />, card: 'lead' },
  {
    key: 'buyer',
    width: 224,
    cell: (hold) => (
      <>
        <span className="block font-semibold wrap-anywhere">{hold.userName}</span>
        <Buyer hold={hold} />
      </>
    ),
    card: { title: ({ userName }) => userName, body: (hold) => <Buyer hold={hold} /> },
  },
  { key: 'reserved', width: 304, cell: (hold) => <Reserved hold={hold} />, card: 'body' },
  {
    key: 'until',
    width: 168,
    cell: ({ until }) => <Moment at={until} />,
    card: {
      body: ({ until }) => (
        <p className="text-sm text-ink-soft">
          {texts.columns.until} <Moment at={until} />
        </p>
      ),
    },
  },
  {
    key: 'actions',
    width: 112,
    cell: (hold, { size }) => (
      <Button
        size={size}
        variant="secondary"
        aria-label={texts.endOf(hold.userName)}
        onClick={() => ask(hold)}
      >
        {texts.end}
      </Button>
    ),
    card: 'actions',
  },
];

const Buyer = ({ hold }: { hold: Hold }) => (
  <>
    <p>
      <CustomerLink email={hold.email} />
    </p>
    <UnpaidBefore hold={hold} />
  </>
);

const UnpaidBefore = ({ hold: { unpaidBefore } }: { hold: Hold }) =>
  unpaidBefore > 0 && <p className="text-sm text-warn">{texts.unpaidBefore(unpaidBefore)}</p>;

const Reserved = ({ hold: { units, orders } }: { hold: Hold }) => (
  <>
    <p className="font-semibold tabular-nums">{texts.units(units)}</p>
    <ul className="text-sm tabular-nums">
      {orders.map((order) => (
        <li key={order.orderId} className="wrap-anywhere">
          {texts.ofTool(order.units, order.toolName)}{' '}
          <span className="text-ink-soft whitespace-nowrap">{order.number}</span>
        </li>
      ))}
    </ul>
  </>
);
