import { DelayFacts } from '#features/delays/web/delay-facts.tsx';
import { DisputeFacts } from '#features/fulfilment/web/dispute-facts.tsx';
import { ParcelButton, ShipButton } from '#features/fulfilment/web/ship-button.tsx';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { orderDeskTexts as deskTexts } from '#features/orders/texts/desk.ts';
import { orderListTexts, manageOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import type { Desk } from '#features/orders/web/desk.ts';
import { DeliveryMethod, deliveryText, RefundFacts } from '#features/orders/web/order-details.tsx';
import { BuyersWords, type OrderActions, OrderPicture, OrderSum } from '#features/orders/web/order-list.tsx';
import { isPartlySent, orderSteps, partSent } from '#features/orders/web/order-timeline.tsx';
import { InvoiceNote } from '#features/payments/web/open-invoices/invoice-note.tsx';
import { RefundButton } from '#features/refunds/web/refund-button.tsx';
import { ReturnButton } from '#features/returns/web/return-button.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { DeleteButton } from '#ui/dashboard/delete-row.tsx';
import { RowMenu } from '#ui/dashboard/dropdown.tsx';
import type { ListColumn } from '#ui/dashboard/list-page.tsx';
import { CustomerLink } from '#ui/dashboard/row-card.tsx';
import { SelectRow } from '#ui/dashboard/selection.tsx';
import { Moment } from '#ui/moment.tsx';
import { useTimes } from '#ui/moments.ts';
import { SavedText } from '#ui/saved-text.tsx';

type Refunding = { refund: (order: DeskOrder) => void };
type Actions = OrderActions<DeskOrder> & Refunding;

/** The columns of Manage Orders (specification, section 2), two lines each, so that many orders are visible
 * at once. */
export function deskColumns(actions: Actions, desk: Desk): ListColumn<DeskOrder>[] {
  return [
    {
      key: 'picture',
      width: 104,
      isFixed: true,
      cell: (order) => (
        <span className="flex items-center gap-2">
          <SelectRow id={order._id} label={deskTexts.select(order.number)} selection={desk} />
          <OrderPicture order={order} className="w-11" />
        </span>
      ),
      card: {
        picture: (order) => (
          <>
            <SelectRow id={order._id} label={deskTexts.select(order.number)} selection={desk} />
            <OrderPicture order={order} className="w-11" />
          </>
        ),
      },
    },
    {
      key: 'tool',
      width: 176,
      sorts: ['tool'],
      cell: (order) => (
        <>
          <span className="block font-semibold wrap-anywhere" title={wholeName(order)}>
            <SavedText text={order.toolName} />
          </span>
          <span className="block text-xs">
            {/* The part number would push what follows out of the line. */}
            <OrderSum order={order} isForStaff withTotal withPartNumber={false} isInline />
            <NoteCount order={order} />
          </span>
        </>
      ),
      card: {
        title: ({ toolName }) => <SavedText text={toolName} />,
        body: (order) => (
          <p>
            <OrderSum order={order} isForStaff withTotal isInline />
            <NoteCount order={order} />
          </p>
        ),
      },
    },
    {
      key: 'orderedBy',
      width: 185,
      sorts: ['buyer'],
      cell: (order) => (
        <>
          <span className="block leading-tight wrap-anywhere">
            {/* Each on a line of its own unless both fit on one. */}
            <span className="mr-2 inline-block max-w-full">{order.userName}</span>
            <span className="inline-block max-w-full text-ink-soft">
              <CustomerLink email={order.email} />
            </span>
          </span>
          <DeliveryLine order={order} />
        </>
      ),
      card: {
        body: (order) => (
          <>
            <p className="wrap-anywhere">{order.userName}</p>
            <p className="text-ink-soft wrap-anywhere max-[22rem]:text-xs">
              <CustomerLink email={order.email} />
            </p>
            <OrderDelivery order={order} />
          </>
        ),
      },
    },
    {
      key: 'status',
      width: 224,
      isFixed: true,
      cell: (order) => (
        <>
          <span className="flex items-center gap-2">
            <ShipButton order={order} desk={desk} size="sm" />
            <LastStep order={order} />
          </span>
          <span className="mt-1 flex flex-wrap gap-1 pr-2 empty:hidden">
            <Notes order={order} />
          </span>
        </>
      ),
      card: {
        body: (order) => (
          <>
            <LastStep order={order} className="flex flex-wrap gap-x-2" />
            <Notes order={order} />
          </>
        ),
        actions: (order) => <ShipButton order={order} desk={desk} className="px-3" />,
      },
    },
    {
      key: 'actions',
      width: 80,
      isFixed: true,
      cell: (order, { size }) => <MoreActions order={order} actions={actions} desk={desk} size={size} />,
      card: 'actions',
    },
  ];
}

/** A tool's name and part number, as a tooltip. */
const wholeName = ({ toolName, partNumber }: DeskOrder) => orderListTexts.numberedTool(toolName, partNumber);

/** An order's delivery address and the buyer's texts, for staff. */
function OrderDelivery({ order }: { order: DeskOrder }) {
  return (
    <div>
      <p className="text-ink-soft">
        <Phone order={order} /> · {order.address}
      </p>
      <DeliveryMethod order={order} />
      <BuyersWords order={order} />
    </div>
  );
}

/** Like `OrderDelivery`, in two lines at most to keep the row low; its tooltip and the history have all of
 * it. */
function DeliveryLine({ order }: { order: DeskOrder }) {
  const { collected, purchaseOrderNumber, buyerNote } = order;
  const parts = [
    deliveryText(order),
    purchaseOrderNumber && orderListTexts.purchaseOrder(purchaseOrderNumber),
    buyerNote && orderListTexts.buyerNote(buyerNote),
    order.address,
  ].filter(Boolean);
  const words = parts.join(' · ');
  return (
    <span
      data-excerpt
      className={classNames('line-clamp-2 text-xs wrap-anywhere', collected ? 'text-ink' : 'text-ink-soft')}
      title={words}
    >
      <Phone order={order} /> · {words}
    </span>
  );
}

/** The phone number of an order, which no line breaks. */
const Phone = ({ order: { phone } }: { order: DeskOrder }) => (
  <span className="inline-block max-w-full">{phone}</span>
);

/** Anything unusual about an order: a dispute, an invoice before payment, refunds. */
const Notes = ({ order }: { order: DeskOrder }) => (
  <>
    <DisputeFacts order={order} />
    <DelayFacts order={order} />
    <InvoiceNote order={order} />
    <RefundFacts order={order} />
  </>
);

function NoteCount({ order: { noteCount } }: { order: DeskOrder }) {
  return noteCount > 0 && <span className="font-semibold text-warn">{deskTexts.notes(noteCount)}</span>;
}

/** An order's last step and its time. The history has the rest. */
function LastStep({ order, className }: { order: DeskOrder; className?: string }) {
  const steps = orderSteps(order, 'staff', useTimes());
  const step = steps.findLast(({ at, state }) => at !== undefined || state === 'wrong');
  if (!step) return null;
  return (
    <span className={classNames('min-w-0 text-xs', className)}>
      <span className="line-clamp-1">{isPartlySent(order) ? partSent(order) : step.label}</span>
      {step.at && <Moment isShort at={step.at} className="block text-ink-soft" />}
    </span>
  );
}

/** What else can be done with an order, behind one button. */
function MoreActions({
  order,
  actions,
  desk,
  size,
}: {
  order: DeskOrder;
  actions: Actions;
  desk: Desk;
  size: 'sm' | undefined;
}) {
  const { number, toolName, userName, paid } = order;
  return (
    <RowMenu label={texts.moreActions(number)} size={size}>
      <ParcelButton order={order} desk={desk} size="sm" />
      <Button
        size="sm"
        variant="secondary"
        aria-label={texts.historyOf(toolName, userName)}
        onClick={() => actions.open(order)}
      >
        {texts.history}
      </Button>
      {paid && <RefundButton size="sm" order={order} onOpen={actions.refund} />}
      <ReturnButton size="sm" order={order} />
      <DeleteButton
        size="sm"
        icon={null}
        disabled={paid}
        title={paid ? texts.paidStays : undefined}
        aria-label={texts.deleteOrder(toolName, userName)}
        onClick={() => actions.askDelete(order)}
      />
    </RowMenu>
  );
}
