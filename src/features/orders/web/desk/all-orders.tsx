import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type MouseEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import { shipOrderCall } from '#features/orders/contract.ts';
import { type DeskOrder, exportOrdersCall, listAllOrdersCall } from '#features/orders/desk-contract.ts';
import { shownOrderStates } from '#features/orders/rules.ts';
import { orderDeskTexts as deskTexts, orderFieldTexts } from '#features/orders/texts/desk.ts';
import { orderListTexts, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { DeleteButton } from '#web/dashboard/delete-row.tsx';
import { ExportButton } from '#web/dashboard/export-button.tsx';
import type { ListColumn } from '#web/dashboard/list-page.tsx';
import { PageHead } from '#web/dashboard/page-head.tsx';
import { CustomerLink } from '#web/dashboard/row-card.tsx';
import { SelectRow } from '#web/dashboard/selection.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { KeptText } from '#web/ui/kept-text.tsx';
import { formatMoment, formatShortMoment } from '#web/ui/moments.ts';
import { notify } from '#web/ui/toast.tsx';
import { OrderHistory } from '../order-history.tsx';
import { type OrderActions, OrderList, OrderPicture, OrderSum } from '../order-list.tsx';
import { orderSteps } from '../order-timeline.tsx';
import { createDesk, type Desk } from './desk.ts';
import { DeskBar } from './desk-bar.tsx';
import { useOrderFields } from './use-order-fields.ts';
import { allOrdersKey, markOrders } from './use-shipping.ts';

/** Everybody's orders, for staff: the paid ones are shipped, one or many at once, the unpaid ones deleted. `views` leads to
 * the others. */
export function AllOrders({ views }: { views: ReactNode }) {
  const { api } = useSession();
  const [desk] = useState(createDesk);
  const fields = useOrderFields();
  const rows = useMemo(
    () => ({
      columns: (actions: RowProps['actions']) => columnsOf(actions, desk),
      Card: ({ order, actions }: Omit<RowProps, 'desk'>) => (
        <OrderCard order={order} actions={actions} desk={desk} />
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
      dialog={(order, onClose) => <OrderHistory order={order} onClose={onClose} />}
    />
  );
}

type RowProps = { order: DeskOrder; actions: OrderActions<DeskOrder>; desk: Desk };

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
      cell: ({ userName, email, address, phone }) => (
        <>
          <span className="line-clamp-1" title={`${userName} ${email}`}>
            <span>{userName}</span>{' '}
            <span className="wrap-anywhere text-ink-soft">
              <CustomerLink email={email} />
            </span>
          </span>
          <span className="line-clamp-1 text-xs text-ink-soft" title={texts.deliveryTo(address, phone)}>
            {texts.deliveryTo(address, phone)}
          </span>
        </>
      ),
    },
    {
      key: 'status',
      width: 184,
      cell: (order) => (
        <span className="flex items-center gap-2">
          <ShipButton order={order} desk={desk} size="sm" />
          <LastStep order={order} />
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
      <span className="line-clamp-1">{step.label}</span>
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
  const { userName, email, address, phone } = order;
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
          <p className="line-clamp-1 text-ink-soft" title={texts.deliveryTo(address, phone)}>
            {texts.deliveryTo(address, phone)}
          </p>
          <LastStep order={order} className="flex gap-2" />
        </div>
      </div>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <ShipButton order={order} desk={desk} className="flex-1 max-sm:px-3" />
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

type Look = { size?: 'sm'; className?: string };

/** Where an order stands for an admin: `Pending` marks a paid one as shipped, the others cannot be pressed. */
function ShipButton({ order, desk, ...look }: { order: DeskOrder; desk: Desk } & Look) {
  if (order.state === 'paid') return <PendingButton order={order} desk={desk} {...look} />;
  const isShipped = order.state === 'shipped';
  return (
    <Button
      {...look}
      variant="secondary"
      disabled
      icon={isShipped && <Icon name="check" className="size-4" />}
    >
      {isShipped ? texts.shipped : orderListTexts.unpaid}
    </Button>
  );
}

function PendingButton({ order, desk, ...look }: { order: DeskOrder; desk: Desk } & Look) {
  const { api } = useSession();
  const queries = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const shipping = useMutation({
    mutationFn: () => api.call(shipOrderCall, { params: { id: order._id } }),
    onSuccess: ({ modifiedCount }) => {
      if (modifiedCount > 0) notify.success(texts.delivered);
      else notify.error(texts.shippedBefore);
      focusNext(button.current);
      markOrders(queries, [order._id], { shippedAt: new Date().toISOString() });
      if (modifiedCount > 0) desk.write({ shipped: [order._id] });
    },
    onError: (error) => {
      notify.error(errorMessage(error));
      void queries.invalidateQueries({ queryKey: allOrdersKey });
    },
  });
  return (
    <Button
      {...look}
      ref={button}
      data-ship
      busy={shipping.isPending}
      aria-label={texts.ship(order.toolName, order.userName)}
      // A key that is held down would ship one order after the other.
      onKeyDown={(event) => event.repeat && event.preventDefault()}
      onClick={(event) => isFirstPress(event) && shipping.mutate()}
    >
      {orderListTexts.pending}
    </Button>
  );
}

/** The second press of a double click would meet the next order. */
const isFirstPress = ({ detail }: MouseEvent) => detail <= 1;

/** Takes the focus on to the next order that waits to be shipped, if it still is on the one just shipped. */
function focusNext(shipped: HTMLButtonElement | null): void {
  if (!shipped || document.activeElement !== shipped) return;
  const waiting = [...document.querySelectorAll<HTMLElement>('[data-ship]')];
  const next = waiting[waiting.indexOf(shipped) + 1] ?? shipped.closest<HTMLElement>('[data-row]');
  next?.focus();
}
