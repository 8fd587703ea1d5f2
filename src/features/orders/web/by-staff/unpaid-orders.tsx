import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import {
  handMethods,
  MAX_REFERENCE,
  type MarkPaid,
  markPaidCall,
  sendPayLinkCall,
} from '#features/orders/by-staff/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { byStaffTexts as texts } from '#features/orders/texts/by-staff.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { usePrice } from '#web/client/load-context.ts';
import { uiTexts } from '#web/texts/ui.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { notify } from '#web/ui/toast.tsx';
import { PlaceForCustomer } from './place-for-customer.tsx';

type Props = { email: string; orders: Order[]; changed: () => Promise<unknown> };

/** What staff do for a customer at the counter or on the telephone: place an order, send a link to pay, take money. */
export function UnpaidOrders({ email, orders, changed }: Props) {
  const { api } = useSession();
  const [isPlacing, setPlacing] = useState(false);
  const [taken, setTaken] = useState<Order>();
  const unpaid = orders.filter(({ state, unavailable }) => state === 'unpaid' && unavailable === null);
  const sending = useMutation({
    mutationFn: () =>
      api.call(sendPayLinkCall, { params: { email }, body: { orderIds: unpaid.map(({ _id }) => _id) } }),
    onSuccess: () => notify.success(texts.linkSent(email)),
    onError: (error) => notify.error(errorMessage(error)),
  });
  return (
    <>
      {unpaid.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
      <ul className="divide-y divide-line">
        {unpaid.map((order) => (
          <li key={order._id} className="flex flex-wrap items-center justify-between gap-2 py-2 text-sm">
            <span className="min-w-0 wrap-anywhere">{texts.units(order.number, order.toolName)}</span>
            <Button
              size="sm"
              variant="secondary"
              aria-label={texts.markPaidOf(order.number)}
              onClick={() => setTaken(order)}
            >
              {texts.markPaid}
            </Button>
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" onClick={() => setPlacing(true)}>
          {texts.place}
        </Button>
        {unpaid.length > 0 && (
          <Button size="sm" variant="secondary" busy={sending.isPending} onClick={() => sending.mutate()}>
            {texts.emailLink}
          </Button>
        )}
      </div>
      <Dialog open={taken !== undefined} onClose={() => setTaken(undefined)} title={texts.markPaid}>
        {taken && <MarkPaidForm order={taken} changed={changed} onClose={() => setTaken(undefined)} />}
      </Dialog>
      <Dialog open={isPlacing} onClose={() => setPlacing(false)} title={texts.place}>
        <PlaceForCustomer email={email} changed={changed} onClose={() => setPlacing(false)} />
      </Dialog>
    </>
  );
}

type FormProps = { order: Order; changed: () => Promise<unknown>; onClose: () => void };

function MarkPaidForm({ order, changed, onClose }: FormProps) {
  const { api } = useSession();
  const asPrice = usePrice();
  const { register, handleSubmit } = useForm<MarkPaid>({ defaultValues: { method: 'cash', reference: '' } });
  const marking = useMutation({
    mutationFn: ({ method, reference }: MarkPaid) =>
      api.call(markPaidCall, {
        params: { id: order._id },
        body: { method, ...(reference?.trim() && { reference: reference.trim() }) },
      }),
    onSuccess: async () => {
      await changed();
      onClose();
      notify.success(texts.marked(order.number));
    },
  });
  return (
    <form
      noValidate
      onSubmit={handleSubmit((paid) => marking.mutate(paid))}
      className="grid w-96 max-w-full gap-4"
    >
      <p className="wrap-anywhere">
        {texts.units(order.number, order.toolName)}: <strong>{asPrice(order.price)}</strong>
      </p>
      <SelectField label={texts.method} {...register('method')}>
        {handMethods.map((method) => (
          <option key={method} value={method}>
            {texts.methods[method]}
          </option>
        ))}
      </SelectField>
      <TextField label={texts.reference} maxLength={MAX_REFERENCE} {...register('reference')} />
      <p className="text-sm text-ink-soft">{texts.noUndo}</p>
      {marking.error && <ErrorState message={errorMessage(marking.error)} />}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {uiTexts.cancel}
        </Button>
        <Button type="submit" busy={marking.isPending}>
          {texts.markPaid}
        </Button>
      </div>
    </form>
  );
}
