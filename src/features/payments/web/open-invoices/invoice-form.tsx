import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { undeliverableTexts } from '#features/charge-rules/texts/charges.ts';
import type { Order } from '#features/orders/contract.ts';
import { byStaffTexts } from '#features/orders/texts/by-staff.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { type PaymentChoice, sumOf } from '#features/orders/web/cart-rules.ts';
import { ChargeRows, SumRow } from '#features/orders/web/charge-rows.tsx';
import {
  getTransferTermsCall,
  issueOpenInvoiceCall,
  type OpenInvoice,
} from '#features/payments/open-invoices/contract.ts';
import { openInvoiceTexts as texts } from '#features/payments/open-invoices/screen-texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Price } from '#ui/price.tsx';
import { MethodField, useCharges } from '../charges.tsx';

/** The fields of an order that its invoice needs. */
export type InvoicedOrder = Pick<
  Order,
  '_id' | 'number' | 'toolName' | 'partNumber' | 'price' | 'minQuantity' | 'address' | 'purchaseOrderNumber'
>;

type FormProps = {
  email: string;
  orders: InvoicedOrder[];
  changed: () => Promise<unknown>;
  onClose: () => void;
};

/** The form in which staff invoice a customer's orders before payment: total and due date. */
export function InvoiceForm({ email, orders, changed, onClose }: FormProps) {
  const { api } = useSession();
  const asPrice = usePrice();
  const { currency } = useShopSettings();
  const [choice, setChoice] = useState<PaymentChoice>({});
  // The field's value is the proposed date at first, which is left to the shop's terms.
  const [isDateChosen, setDateChosen] = useState(false);
  const terms = useQuery({
    queryKey: ['transfer-terms'],
    queryFn: ({ signal }) => api.call(getTransferTermsCall, { signal }),
    gcTime: 0,
  });
  const charges = useCharges(orders, choice);
  const due = charges.isPlaceholderData ? undefined : charges.data;
  const { form, field, problem, isSending, formProps } = useCallForm<
    { dueOn?: string },
    { dueOn?: string },
    OpenInvoice
  >({
    send: (typed) =>
      api.call(issueOpenInvoiceCall, {
        params: { email },
        body: {
          orderIds: orders.map(({ _id }) => _id),
          ...(isDateChosen && typed.dueOn && { dueOn: typed.dueOn }),
          ...(due && { price: due.total }),
          ...(due?.deliveryMethodId && { deliveryMethodId: due.deliveryMethodId }),
        },
      }),
    onSent: changed,
    // The amount due may have changed.
    onRefused: () => charges.refetch(),
    onEnd: (isDone) => isDone && onClose(),
    done: ({ number }) => texts.sent(number, email),
  });
  const dueOn = useWatch({ control: form.control, name: 'dueOn' });
  const { data } = terms;
  const undeliverable = charges.data?.undeliverable;
  return (
    <form {...formProps} className="grid w-96 max-w-full gap-4">
      <p className="text-sm text-ink-soft">{texts.lead}</p>
      <ul className="space-y-1 text-sm">
        {orders.map(({ _id, number, toolName, partNumber, price, purchaseOrderNumber }) => (
          <li key={_id} className="wrap-anywhere">
            {byStaffTexts.units(number, orderListTexts.numberedTool(toolName, partNumber))}:{' '}
            <strong>{asPrice(price)}</strong>
            {purchaseOrderNumber && (
              <span className="block text-ink-soft">{orderListTexts.purchaseOrder(purchaseOrderNumber)}</span>
            )}
          </li>
        ))}
      </ul>
      {undeliverable && <p className="text-sm text-bad">{undeliverableTexts[undeliverable]}</p>}
      {charges.data && !undeliverable && (
        <dl className="space-y-1 border-t border-line pt-3 text-sm">
          <ChargeRows charges={charges.data} ordered={sumOf(orders, currency)} />
          <SumRow label={texts.due}>
            <Price amount={charges.data.total} className="font-semibold" />
          </SumRow>
        </dl>
      )}
      <MethodField charges={charges.data} onChoose={(method) => setChoice({ method })} />
      <QueryError of={charges} />
      <QueryError of={terms} />
      {data && data.account === null && <p className="text-sm text-bad">{texts.noAccount}</p>}
      {data?.account && (
        <TextField
          label={texts.dueOn}
          hint={texts.dueHint(data.paymentDays)}
          type="date"
          min={data.today}
          {...field('dueOn', { onChange: () => setDateChosen(true) })}
          value={dueOn ?? data.dueOn}
        />
      )}
      {problem && <ErrorState message={problem} />}
      <DialogFoot
        onClose={onClose}
        busy={isSending}
        disabled={!due || due.undeliverable !== null || !data?.account}
      >
        {texts.send}
      </DialogFoot>
    </form>
  );
}
