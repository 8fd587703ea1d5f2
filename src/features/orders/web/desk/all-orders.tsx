import { type ReactNode, useMemo, useState } from 'react';
import { type DeskOrder, exportOrdersCall, listAllOrdersCall } from '#features/orders/desk-contract.ts';
import { shownOrderStates } from '#features/orders/rules.ts';
import { orderDeskTexts as deskTexts, orderFieldTexts } from '#features/orders/texts/desk.ts';
import { orderListTexts, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { refundOrderTexts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { DeleteButton } from '#web/dashboard/delete-row.tsx';
import { ExportButton } from '#web/dashboard/export-button.tsx';
import type { ListColumn } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { CustomerLink } from '#web/dashboard/row-card.tsx';
import { SelectRow } from '#web/dashboard/selection.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { formatMoment, formatShortMoment } from '#web/ui/moments.ts';
import { OrderHistory } from '../order-history.tsx';
import { type OrderActions, OrderDelivery, OrderList, OrderPicture, OrderSum } from '../order-list.tsx';
import { isPartlySent, orderSteps, partSent } from '../order-timeline.tsx';
import { RefundFacts } from '../refunds/refund-facts.tsx';
import { RefundOrder } from '../refunds/refund-order.tsx';
import { createDesk, type Desk } from './desk.ts';
import { DeskBar } from './desk-bar.tsx';
import { ParcelButton, ShipButton } from './ship-button.tsx';
import { ShipDialog } from './ship-dialog.tsx';
import { useOrderFields } from './use-order-fields.ts';
import { allOrdersKey } from './use-shipping.ts';

/** Everybody's orders, for staff: the paid ones are shipped, one or many at once, the unpaid ones deleted. `views` leads to
 * the others. */
export function AllOrders({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const [desk] = useState(createDesk);
  const fields = useOrderFields();
  const [refunding, setRefunding] = useState<DeskOrder>();
  const rows = useMemo(
    () => ({
      columns: (actions: OrderActions<DeskOrder>) => columnsOf({ ...actions, refund: setRefunding }, desk),
      Card: ({ order, actions }: { order: DeskOrder; actions: OrderActions<DeskOrder> }) => (
        <OrderCard order={order} actions={{ ...actions, refund: setRefunding }} desk={desk} />
      ),
      above: (shown: readonly DeskOrder[] | undefined) => <DeskBar desk={desk} rows={shown} />,
    }),
    [desk],
  );
  return (
    <OrderList<DeskOrder>
      texts={texts}
      listKey={[...allOrdersKey, JSON.stringify(fields.query)]}
      load={(query, signal) => api.list(listAllOrdersCall, { query: { ...query, ...fields.query }, signal })}
      fields={{ label: orderFieldTexts.label, list: fields.list }}
      head={({ headingRef }) => (
        <PageHead
          title={texts.title}
          lead={<span className="max-sm:hidden">{texts.lead}</span>}
          headingRef={headingRef}
          actions={
            <div className="flex flex-wrap items-center gap-3">
              {views}
              <ExportButton
                load={({ q, status }) => {
                  const state = shownOrderStates.find((each) => each === status);
                  return api.request(exportOrdersCall, { query: { q, status: state, ...fields.query } });
                }}
              />
            </div>
          }
        />
      )}
      {...rows}
      isDense
      describe={({ number, minQuantity, toolName, userName }) => {
        const order = texts.orderedBy(orderListTexts.units(minQuantity, toolName), userName);
        return orderListTexts.numbered(number, order);
      }}
      empty={<EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      dialog={(order, onClose) => (
        <>
          <OrderHistory order={order} onClose={onClose} />
          <RefundOrder order={refunding} onClose={() => setRefunding(undefined)} />
          <ShipDialog desk={desk} />
        </>
      )}
    />
  );
}

type Refunding = { refund: (order: DeskOrder) => void };
type RowProps = { order: DeskOrder; actions: OrderActions<DeskOrder> & Refunding; desk: Desk };

/** The columns of Manage Orders (specification, section 2), two lines each, so that many orders are in sight at once. */
function columnsOf(actions: RowProps['actions'], desk: Desk): ListColumn<DeskOrder>[] {
  return [
    {
      key: 'picture',
      width: 104,
      cell: (order) => (
        <span className="flex items-center gap-2">
          <SelectRow id={order._id} label={deskTexts.select(order.number)} selection={desk} />
          <OrderPicture order={order} className="w-11" />
        </span>
      ),
    },
    {
      key: 'tool',
      width: 200,
      sorts: ['tool'],
      cell: (order) => (
        <>
          <span className="line-clamp-1 font-semibold" title={order.toolName}>
            <KeptText text={order.toolName} />
          </span>
          <span className="line-clamp-1 text-xs">
            <OrderSum order={order} withTotal isInline />
            <NoteCount order={order} />
          </span>
        </>
      ),
    },
    {
      key: 'orderedBy',
      width: 200,
      sorts: ['buyer'],
      cell: (order) => (
        <>
          <span className="line-clamp-1" title={`${order.userName} ${order.email}`}>
            <span>{order.userName}</span>{' '}
            <span className="wrap-anywhere text-ink-soft">
              <CustomerLink email={order.email} />
            </span>
          </span>
          <OrderDelivery order={order} className="text-xs" />
        </>
      ),
    },
    {
      key: 'status',
      width: 212,
      cell: (order) => (
        <span className="flex items-center gap-2">
          <ShipButton order={order} desk={desk} size="sm" />
          <ParcelButton order={order} desk={desk} size="sm" isIcon className="px-2" />
          <span className="flex min-w-0 flex-col gap-1">
            <LastStep order={order} />
            <RefundFacts order={order} />
          </span>
        </span>
      ),
    },
    {
      key: 'actions',
      width: 140,
      cell: (order) => (
        <span className="flex flex-wrap gap-1">
          <MoreActions order={order} actions={actions} size="sm" />
        </span>
      ),
    },
  ];
}

function NoteCount({ order: { noteCount } }: { order: DeskOrder }) {
  return noteCount > 0 && <span className="font-semibold text-warn">{deskTexts.notes(noteCount)}</span>;
}

/** What happened to an order last, and when. The rest is in its history. */
function LastStep({ order, className }: { order: DeskOrder; className?: string }) {
  const step = orderSteps(order, 'admin').findLast(({ at, state }) => at !== undefined || state === 'wrong');
  if (!step) return null;
  return (
    <span className={classNames('min-w-0 text-xs', className)}>
      <span className="line-clamp-1">{isPartlySent(order) ? partSent(order) : step.label}</span>
      {step.at && (
        <time
          dateTime={step.at}
          title={formatMoment(step.at)}
          className="line-clamp-1 text-ink-soft tabular-nums"
        >
          {formatShortMoment(step.at)}
        </time>
      )}
    </span>
  );
}

/** An order where a table has no room: low as well, so that some are in sight at once. The rest is in its history. */
function OrderCard({ order, actions, desk }: RowProps) {
  const { userName, email } = order;
  return (
    <article className="rounded-md border border-line bg-surface p-3 text-sm">
      <div className="flex items-start gap-2">
        <SelectRow id={order._id} label={deskTexts.select(order.number)} selection={desk} />
        <OrderPicture order={order} className="w-11" />
        <div className="min-w-0 flex-1">
          <h2 className="line-clamp-1 text-base font-semibold tracking-normal font-stretch-normal">
            <KeptText text={order.toolName} />
          </h2>
          <p>
            <OrderSum order={order} withTotal isInline />
            <NoteCount order={order} />
          </p>
          <p className="wrap-anywhere">
            <span>{userName}</span>{' '}
            <span className="text-ink-soft">
              <CustomerLink email={email} />
            </span>
          </p>
          <OrderDelivery order={order} />
          <LastStep order={order} className="flex gap-2" />
          <RefundFacts order={order} />
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <ShipButton order={order} desk={desk} className="flex-1 max-sm:px-3" />
        <ParcelButton order={order} desk={desk} className="flex-1 max-sm:px-3" />
        <MoreActions order={order} actions={actions} className="flex-1 max-sm:px-3" />
      </div>
    </article>
  );
}

function MoreActions({
  order,
  actions,
  ...look
}: Omit<RowProps, 'desk'> & { size?: 'sm'; className?: string }) {
  const { toolName, userName } = order;
  return (
    <>
      <Button
        {...look}
        variant="secondary"
        aria-label={texts.historyOf(toolName, userName)}
        onClick={() => actions.open(order)}
      >
        {texts.history}
      </Button>
      {order.paid && (
        <Button
          {...look}
          variant="secondary"
          aria-label={refundOrderTexts.buttonOf(toolName, userName)}
          onClick={() => actions.refund(order)}
        >
          {refundOrderTexts.button}
        </Button>
      )}
      <DeleteButton
        {...look}
        icon={null}
        disabled={order.paid}
        title={order.paid ? texts.paidStays : undefined}
        aria-label={texts.deleteOrder(toolName, userName)}
        onClick={() => actions.askDelete(order)}
      />
    </>
  );
}
