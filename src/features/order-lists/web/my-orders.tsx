import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { EditOrder } from '#features/cart/web/edit-order.tsx';
import { OrderDelay } from '#features/delays/web/answer-delay.tsx';
import { InvoicesOfOrder } from '#features/invoices/web/invoice-button.tsx';
import { type BuyersOrder, listOrdersCall } from '#features/orders/contract.ts';
import { unavailableTexts } from '#features/orders/texts/errors.ts';
import { orderListTexts, myOrdersTexts as texts } from '#features/orders/texts/orders.ts';
import { DeliveryMethod, RefundFacts } from '#features/orders/web/order-details.tsx';
import {
  BuyersWords,
  type OrderActions,
  OrderBadge,
  OrderList,
  OrderPicture,
  OrderSum,
  purchaseOfSeveral,
} from '#features/orders/web/order-list.tsx';
import { ParcelList } from '#features/orders/web/order-parcels.tsx';
import { OrderTimeline } from '#features/orders/web/order-timeline.tsx';
import { openInvoiceTexts } from '#features/payments/open-invoices/screen-texts.ts';
import { InvoiceNote } from '#features/payments/web/open-invoices/invoice-note.tsx';
import { CancelOrders } from '#features/refunds/web/cancel-orders.tsx';
import { ReturnBy } from '#features/returns/web/return-button.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { formatCount } from '#texts/locale.ts';
import { LinkButton } from '#ui/button.tsx';
import type { ListColumn, ListHead } from '#ui/dashboard/list-page.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmailText } from '#ui/dashboard/row-card.tsx';
import { EmptyState } from '#ui/list-states.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { MoreActions } from './my-order-actions.tsx';
import { BuyersPurchaseHead, ReceiptLink } from './purchase-heads.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** The signed-in user's orders: pay for them, follow them, delete unpaid ones. */
export default function MyOrders() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  return (
    <OrderList<BuyersOrder>
      texts={texts}
      reader="buyer"
      listKey={['orders', email]}
      alwaysSearched={false}
      load={(query, signal) => api.list(listOrdersCall, { query: { email, ...query }, signal })}
      head={(shown) => <Head {...shown} />}
      columns={columnsOf}
      purchaseHead={purchaseHead}
      describe={({ number, minQuantity, toolName }) =>
        orderListTexts.numbered(number, orderListTexts.units(minQuantity, toolName))
      }
      empty={
        <EmptyState title={texts.none}>
          <p>{texts.noneYet}</p>
          <LinkButton to="/tools" className="mt-5">
            {texts.goToTools}
          </LinkButton>
        </EmptyState>
      }
      dialog={(order, onClose) => (
        <>
          <EditOrder order={order?.paid ? undefined : order} onClose={onClose} />
          <CancelOrders orders={order?.paid ? [order] : []} reader="buyer" onClose={onClose} />
        </>
      )}
    />
  );
}

/** Shows the total number of orders; while the list is filtered, that needs its own request. */
function Head({ total: listed, isNarrowed, headingRef }: ListHead) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const all = useQuery({
    queryKey: ['orders', email, 'total'],
    queryFn: async ({ signal }) =>
      (await api.list(listOrdersCall, { query: { email, limit: 1 }, signal })).total ?? 0,
    enabled: isNarrowed,
  });
  const total = isNarrowed ? all.data : listed;
  return (
    <PageHead title={texts.heading(total === undefined ? '…' : formatCount(total))} headingRef={headingRef} />
  );
}

type OfOrder = { order: BuyersOrder };

const purchaseHead = (orders: readonly BuyersOrder[]) => <BuyersPurchaseHead orders={orders} />;

/** The columns of My Orders (specification, section 2). */
function columnsOf(actions: OrderActions<BuyersOrder>): ListColumn<BuyersOrder>[] {
  return [
    { key: 'email', width: 182, cell: ({ email }) => <EmailText email={email} /> },
    { key: 'userName', width: 104, cell: ({ userName }) => <Words text={userName} /> },
    {
      key: 'tool',
      width: 148,
      sorts: ['tool'],
      cell: (order) => (
        <>
          <span className="block font-semibold wrap-anywhere">
            <ToolLink order={order} />
          </span>
          <OrderSum order={order} />
        </>
      ),
      card: {
        picture: (order) => <OrderPicture order={order} />,
        title: (order) => <ToolLink order={order} />,
        lead: (order) => <OrderSum order={order} withTotal />,
      },
    },
    {
      key: 'address',
      width: 113,
      cell: (order) => (
        <>
          <Words text={order.address} />
          <DeliveryMethod order={order} />
          <BuyersWords order={order} />
        </>
      ),
    },
    {
      key: 'price',
      width: 104,
      align: 'end',
      sorts: ['price', '-price'],
      cell: ({ price }) => <Price amount={price} className="font-semibold" />,
    },
    {
      key: 'payment',
      width: 120,
      cell: (order) =>
        canBePaid(order) ? <PayLink order={order} size="sm" /> : <PaymentFacts order={order} />,
      card: { actions: (order) => canBePaid(order) && <PayLink order={order} className="flex-1" /> },
    },
    {
      key: 'status',
      width: 168,
      cell: (order) => (
        <div className="space-y-2">
          <OrderBadge order={order} reader="buyer" />
          <InvoiceNote order={order} />
          <RefundFacts order={order} />
          <OrderTimeline order={order} reader="buyer" className="text-xs" />
          <OrderDelay order={order} />
          <div className="text-xs">
            <ParcelList parcels={order.parcels} orderId={order._id} />
            <ReturnBy order={order} />
          </div>
        </div>
      ),
      card: {
        badge: (order) => <OrderBadge order={order} reader="buyer" />,
        body: (order) => <CardBody order={order} />,
      },
    },
    {
      key: 'actions',
      width: 144,
      cell: (order, { size }) => <MoreActions order={order} size={size} actions={actions} />,
      card: 'actions',
    },
  ];
}

/** On a card, the order's progress comes before its delivery address. */
const CardBody = ({ order }: OfOrder) => (
  <>
    <OrderTimeline order={order} reader="buyer" className="text-sm" />
    <OrderDelay order={order} />
    <div className="flex flex-wrap gap-2 empty:hidden">
      <InvoiceNote order={order} />
      <RefundFacts order={order} />
    </div>
    <div className="text-sm">
      <ParcelList parcels={order.parcels} orderId={order._id} />
      <ReturnBy order={order} />
    </div>
    <div className="text-sm text-ink-soft">
      <p className="wrap-anywhere">{texts.sentTo(order.address)}</p>
      <DeliveryMethod order={order} />
      <BuyersWords order={order} />
      <p className="wrap-anywhere">
        {order.userName}, <EmailText email={order.email} />
      </p>
      {!canBePaid(order) && <PaymentFacts order={order} />}
    </div>
  </>
);

const canBePaid = ({ paid, unavailable, quote, openInvoice }: BuyersOrder) =>
  !paid && !unavailable && !openInvoice && (!quote || quote.state === 'accepted');

function Words({ text }: { text: string }) {
  return <span className="block wrap-anywhere">{text}</span>;
}

function PayLink({ order, ...look }: OfOrder & { size?: 'sm'; className?: string }) {
  return (
    <LinkButton
      {...look}
      to={`/dashboard/payment/${order._id}`}
      icon="card"
      aria-label={texts.payFor(order.toolName)}
    >
      {texts.pay}
    </LinkButton>
  );
}

function PaymentFacts({ order }: OfOrder) {
  const isOfSeveral = purchaseOfSeveral(order) !== undefined;
  if (order.openInvoice) {
    return (
      <LinkButton
        size="sm"
        variant="secondary"
        to={`/dashboard/payment/${order._id}`}
        aria-label={openInvoiceTexts.seeInvoiceOf(order.openInvoice.number)}
      >
        {openInvoiceTexts.seeInvoice}
      </LinkButton>
    );
  }
  if (!order.paid)
    return <p className="text-bad">{order.unavailable && unavailableTexts[order.unavailable]}</p>;
  return (
    <div>
      {/* Those of a purchase of several orders are above all of them. */}
      <span className="flex flex-wrap items-center gap-x-6">
        {!isOfSeveral && <ReceiptLink order={order} number={order.number} />}
        <InvoicesOfOrder order={isOfSeveral ? { ...order, invoiceNumber: null } : order} />
      </span>
      <dl className="flex flex-wrap gap-x-1.5">
        <dt className="text-ink-soft">{texts.transactionId}</dt>
        {/* Whole on the receipt. */}
        <dd data-excerpt className="truncate text-ink" title={order.transactionId ?? undefined}>
          {order.transactionId}
        </dd>
      </dl>
    </div>
  );
}

function ToolLink({ order: { toolId, toolName, unavailable } }: OfOrder) {
  if (unavailable) return <SavedText text={toolName} />;
  return (
    <Link to={`/tools/${toolId}`} className="hover:underline">
      <SavedText text={toolName} />
    </Link>
  );
}
