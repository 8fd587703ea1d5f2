import { useState } from 'react';
import type { ChargesReply } from '#features/charge-rules/contract.ts';
import { undeliverableTexts } from '#features/charge-rules/texts/charges.ts';
import type { Order } from '#features/orders/contract.ts';
import { byStaffTexts as texts } from '#features/orders/texts/by-staff.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { type PaymentChoice, sumOf } from '#features/orders/web/cart-rules.ts';
import { ChargeRows, SumRow } from '#features/orders/web/charge-rows.tsx';
import { endPaymentCall } from '#features/payments/contract.ts';
import { MethodField, useCharges } from '#features/payments/web/charges.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';
import { acceptPriceForCustomerCall, markPaidCall } from '../contract.ts';
import { ReceiptFields, receiptSchema } from './mark-invoice-paid.tsx';

type Props = { email: string; changed: () => Promise<unknown> };
type FormProps = Props & { orders: Order[]; onClose: () => void };

/** The dialog's form for marking a customer's orders as paid. */
export function MarkPaidForm({ email, orders, changed, onClose }: FormProps) {
  const { api } = useSession();
  const asPrice = usePrice();
  const [choice, setChoice] = useState<PaymentChoice>({});
  const charges = useCharges(orders, choice);
  const due = charges.isPlaceholderData ? undefined : charges.data;
  const { field, problem, isSending, formProps } = useCallForm({
    schema: receiptSchema,
    defaultValues: { method: 'cash', reference: '' },
    send: (receipt) =>
      api.call(markPaidCall, {
        params: { email },
        body: {
          orderIds: orders.map(({ _id }) => _id),
          ...receipt,
          ...(due && { price: due.total }),
          ...(due?.deliveryMethodId && { deliveryMethodId: due.deliveryMethodId }),
        },
      }),
    // The amount due may have changed.
    onRefused: () => charges.refetch(),
    onSent: changed,
    onEnd: (isDone) => isDone && onClose(),
    done: (paid) => texts.marked(paid.map(({ number }) => number)),
    fieldAtFault: () => undefined,
  });
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <ul className="space-y-1 text-sm">
        {orders.map(({ _id, number, toolName, partNumber, price }) => (
          <li key={_id} className="wrap-anywhere">
            <SavedText text={texts.units(number, orderListTexts.numberedTool(toolName, partNumber))} />:{' '}
            <strong>{asPrice(price)}</strong>
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
      <ReceiptFields field={field} email={email} />
      {problem && <ErrorState message={problem} />}
      <DialogFoot
        onClose={onClose}
        busy={isSending}
        disabled={
          !due || due.undeliverable !== null || orders.some(({ newUnitPrice }) => newUnitPrice !== null)
        }
      >
        {texts.markPaid}
      </DialogFoot>
    </form>
  );
}

/** A tool's current price, which staff accept at the counter when the customer agrees. */
function NewPrice({ order, email, changed }: Props & { order: Order }) {
  const { api } = useSession();
  const asPrice = usePrice();
  const { _id: orderId, number, unitPrice, newUnitPrice } = order;
  const price = newUnitPrice ?? unitPrice;
  const accepting = useAction({
    // First ends a payment at the old price.
    call: async () => {
      await api.call(endPaymentCall, { params: { id: orderId } });
      await api.call(acceptPriceForCustomerCall, { params: { email }, body: { orderId, price } });
    },
    onDone: changed,
    // The price may have changed again.
    onRefused: changed,
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

/** The total to take, with delivery and tax; renders nothing for a single order without additions. */
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
