import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { type ChargesReply, MAX_ORDERS_PAID } from '#features/charges/contract.ts';
import { undeliverableTexts } from '#features/charges/texts/charges.ts';
import {
  acceptPriceForCustomerCall,
  handMethods,
  MAX_REFERENCE,
  type MarkPaid,
  markPaidCall,
  sendPayLinkCall,
} from '#features/orders/by-staff/contract.ts';
import { listOrdersCall, type Order } from '#features/orders/contract.ts';
import { endPaymentCall } from '#features/orders/payments/contract.ts';
import { byStaffTexts as texts } from '#features/orders/texts/by-staff.ts';
import { QuoteLink } from '#features/orders/web/quotes/quote-link.tsx';
import { newQuotePath } from '#features/orders/web/quotes/quote-parts.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { usePrice, useShopSettings } from '#web/client/load-context.ts';
import { useRows } from '#web/client/use-list.ts';
import { createSelection, SelectAll, SelectRow, useSelection } from '#web/dashboard/selection.tsx';
import { uiTexts } from '#web/texts/ui.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { Dialog, DialogFoot } from '#web/ui/dialog.tsx';
import { ErrorState, QueryError } from '#web/ui/error-state.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { Price } from '#web/ui/price.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { notify } from '#web/ui/toast.tsx';
import { type PaymentChoice, sumOf } from '../cart/cart-rules.ts';
import { ChargeRows, SumRow } from '../cart/charge-rows.tsx';
import { MethodField } from '../cart/method-field.tsx';
import { useCharges } from '../cart/use-charges.ts';
import { PlaceForCustomer } from './place-for-customer.tsx';

type Props = { email: string; changed: () => Promise<unknown> };

/** What staff do for a customer at the counter or on the telephone: place an order, send a link to pay for those that are
 * ticked, take money for them. */
export function UnpaidOrders({ email, changed }: Props) {
  const { api } = useSession();
  const queries = useQueryClient();
  const [selection] = useState(() => createSelection({}));
  const [isPlacing, setPlacing] = useState(false);
  const [isPaying, setPaying] = useState(false);
  const all = useRef<HTMLInputElement>(null);
  const key = ['unpaid-orders', email];
  const list = useRows(key, ({ cursor, signal }) =>
    api.list(listOrdersCall, { query: { email, status: 'unpaid', cursor }, signal }),
  );
  const unpaid = list.rows?.filter(({ unavailable }) => unavailable === null) ?? [];
  const selected = useSelection(selection, (state) => state.selected);
  const ticked = unpaid.filter(({ _id }) => selected.has(_id));
  const toQuote = ticked.filter(({ quote }) => quote === null).slice(0, MAX_ORDERS_PAID);
  const refresh = () => Promise.all([changed(), queries.invalidateQueries({ queryKey: key })]);
  const sending = useMutation({
    mutationFn: () =>
      api.call(sendPayLinkCall, { params: { email }, body: { orderIds: ticked.map(({ _id }) => _id) } }),
    onSuccess: () => notify.success(texts.linkSent(email)),
    onError: (error) => notify.error(errorMessage(error)),
  });
  const waits = { disabled: ticked.length === 0, title: ticked.length === 0 ? texts.tickFirst : undefined };
  return (
    <>
      {!list.rows && list.error && (
        <ErrorState message={errorMessage(list.error)} onRetry={list.retry} retrying={list.retrying} />
      )}
      {!list.rows && !list.error && <Skeleton className="h-24 w-full" />}
      {list.rows && unpaid.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
      {unpaid.length > 0 && (
        <>
          <SelectAll
            ref={all}
            ids={unpaid.map(({ _id }) => _id)}
            ticked={ticked.length}
            label={texts.selectAll}
            selection={selection}
          />
          <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
            {unpaid.map(({ _id, number, toolName, price, quote }) => (
              <li key={_id} className="flex items-center gap-2 py-1 text-sm">
                <SelectRow id={_id} label={texts.select(number)} selection={selection} />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  {texts.units(number, toolName)} {quote && <QuoteLink quote={quote} />}
                </span>
                <Price amount={price} className="font-semibold" />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {list.hasMore && (
          <Button size="sm" variant="secondary" busy={list.loadingMore} onClick={list.loadMore}>
            {uiTexts.loadMore}
          </Button>
        )}
        <Button size="sm" onClick={() => setPlacing(true)}>
          {texts.place}
        </Button>
        <LinkButton
          size="sm"
          variant="secondary"
          to={`/dashboard/quick-order?${new URLSearchParams({ customer: email })}`}
        >
          {texts.placeMany}
        </LinkButton>
        {unpaid.length > 0 && (
          <>
            <Button
              {...waits}
              size="sm"
              variant="secondary"
              busy={sending.isPending}
              onClick={() => sending.mutate()}
            >
              {texts.emailLink}
            </Button>
            <Button {...waits} size="sm" variant="secondary" onClick={() => setPaying(true)}>
              {texts.markPaid}
            </Button>
            {toQuote.length > 0 ? (
              <LinkButton size="sm" variant="secondary" to={newQuotePath(email, toQuote)}>
                {texts.makeQuote}
              </LinkButton>
            ) : (
              <Button size="sm" variant="secondary" disabled title={texts.tickFirst}>
                {texts.makeQuote}
              </Button>
            )}
          </>
        )}
      </div>
      <Dialog open={isPaying} onClose={() => setPaying(false)} title={texts.markPaid}>
        <MarkPaidForm email={email} orders={ticked} changed={refresh} onClose={() => setPaying(false)} />
      </Dialog>
      <Dialog open={isPlacing} onClose={() => setPlacing(false)} title={texts.place}>
        <PlaceForCustomer email={email} changed={refresh} onClose={() => setPlacing(false)} />
      </Dialog>
    </>
  );
}

type FormProps = Props & { orders: Order[]; onClose: () => void };

function MarkPaidForm({ email, orders, changed, onClose }: FormProps) {
  const { api } = useSession();
  const asPrice = usePrice();
  const { register, handleSubmit } = useForm<MarkPaid>({ defaultValues: { method: 'cash', reference: '' } });
  const [choice, setChoice] = useState<PaymentChoice>({});
  const charges = useCharges(orders, choice);
  const due = charges.isPlaceholderData ? undefined : charges.data;
  const marking = useMutation({
    mutationFn: ({ method, reference }: MarkPaid) =>
      api.call(markPaidCall, {
        params: { email },
        body: {
          orderIds: orders.map(({ _id }) => _id),
          method,
          ...(reference?.trim() && { reference: reference.trim() }),
          ...(due && { price: due.total }),
          ...(due?.deliveryMethodId && { deliveryMethodId: due.deliveryMethodId }),
        },
      }),
    // What is due may be another sum by now.
    onError: () => charges.refetch(),
    onSuccess: async (paid) => {
      await changed();
      onClose();
      notify.success(texts.marked(paid.map(({ number }) => number)));
    },
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit((paid) => {
        if (!marking.isPending) marking.mutate(paid);
      })}
      className="grid w-96 max-w-full gap-4"
    >
      <ul className="space-y-1 text-sm">
        {orders.map(({ _id, number, toolName, price }) => (
          <li key={_id} className="wrap-anywhere">
            {texts.units(number, toolName)}: <strong>{asPrice(price)}</strong>
          </li>
        ))}
      </ul>
      {orders.map(
        (order) =>
          order.newUnitPrice !== null && <NewPrice key={order._id} order={order} {...{ email, changed }} />,
      )}
      {charges.data && <Due orders={orders} charges={charges.data} />}
      <MethodField charges={charges.data} onChoose={(method) => setChoice({ method })} />
      <QueryError of={charges} />
      <SelectField
        label={texts.method}
        {...register('method')}
        options={handMethods.map((method) => [method, texts.methods[method]])}
      />
      <TextField label={texts.reference} maxLength={MAX_REFERENCE} {...register('reference')} />
      <p className="text-sm text-ink-soft">{texts.noUndo}</p>
      {marking.error && <ErrorState message={errorMessage(marking.error)} />}
      <DialogFoot
        onClose={onClose}
        busy={marking.isPending}
        disabled={
          !due || due.undeliverable !== null || orders.some(({ newUnitPrice }) => newUnitPrice !== null)
        }
      >
        {texts.markPaid}
      </DialogFoot>
    </form>
  );
}

/** What a tool costs by now, to which the customer may say yes at the counter. */
function NewPrice({ order, email, changed }: Props & { order: Order }) {
  const { api } = useSession();
  const asPrice = usePrice();
  const { _id: orderId, number, unitPrice, newUnitPrice } = order;
  const price = newUnitPrice ?? unitPrice;
  const accepting = useMutation({
    // A payment of the old price is ended first.
    mutationFn: async () => {
      await api.call(endPaymentCall, { params: { id: orderId } });
      await api.call(acceptPriceForCustomerCall, { params: { email }, body: { orderId, price } });
    },
    // It may have changed again.
    onSettled: changed,
  });
  return (
    <div className="space-y-2 rounded-md border border-warn/40 bg-warn-wash p-3 text-sm">
      <p>{texts.newPrice(number, asPrice(unitPrice), asPrice(price))}</p>
      <Button
        size="sm"
        variant="secondary"
        aria-label={texts.acceptPriceOf(number)}
        busy={accepting.isPending}
        onClick={() => accepting.mutate()}
      >
        {texts.acceptPrice}
      </Button>
      {accepting.error && <ErrorState message={errorMessage(accepting.error)} />}
    </div>
  );
}

/** What is to be taken in all, with delivery and tax; nothing for one order that there is no more to. */
function Due({ orders, charges }: { orders: Order[]; charges: ChargesReply }) {
  const { currency } = useShopSettings();
  const { undeliverable, total } = charges;
  if (undeliverable) return <p className="text-sm text-bad">{undeliverableTexts[undeliverable]}</p>;
  const [first, another] = orders;
  if (!another && first?.price === total && charges.tax === 0) return null;
  return (
    <dl className="space-y-1 border-t border-line pt-3 text-sm">
      <ChargeRows charges={charges} ordered={sumOf(orders, currency)} />
      <SumRow label={texts.due}>
        <Price amount={total} className="font-semibold" />
      </SumRow>
    </dl>
  );
}
