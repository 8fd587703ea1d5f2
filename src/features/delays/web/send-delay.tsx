import { type ReactNode, useState } from 'react';
import { useWatch } from 'react-hook-form';
import { addDays } from '#contracts/time-zone.ts';
import { allOrdersKey, purchasesKey } from '#features/fulfilment/web/use-shipping.ts';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { canMoveOrder } from '#features/orders/order-states.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';
import { sendDelaysCall } from '../contract.ts';
import { sendDelayTexts as texts } from '../texts.ts';
import { useToday } from './delay-facts.tsx';

/** Orders among these whose buyers can be told about a delay. */
const delayable = (orders: readonly DeskOrder[]) =>
  orders.filter(
    ({ state, shipBy, delay }) =>
      canMoveOrder(state, 'shipped') && shipBy !== null && delay?.state !== 'open',
  );

/** Opens the form of a notice to the buyers of orders that ship later; nothing if none of them can have one.
 * `onSent`: once the notices are sent, as the button may go with them. */
export function DelayButton({ orders, onSent }: { orders: readonly DeskOrder[]; onSent?: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const found = delayable(orders);
  if (found.length === 0 && !isOpen) return null;
  const close = () => setOpen(false);
  return (
    <>
      <Button size="sm" variant="secondary" onClick={() => setOpen(true)}>
        {texts.button}
      </Button>
      <Dialog open={isOpen} onClose={close} title={texts.title(found.length)}>
        <DelayForm
          orders={found}
          onClose={close}
          onSent={() => {
            close();
            onSent?.();
          }}
        />
      </Dialog>
    </>
  );
}

type FormProps = { orders: DeskOrder[]; onClose: () => void; onSent: () => void };

function DelayForm({ orders, onClose, onSent }: FormProps) {
  const { api } = useSession();
  const today = useToday();
  const { form, field, problem, isSending, formProps } = useCallForm({
    defaultValues: { kind: 'date', newDate: '', reason: '' },
    send: async ({ kind, newDate, reason }) => {
      const body = { orderIds: orders.map(({ _id }) => _id), newDate: kind === 'date' ? newDate : null };
      return api.call(sendDelaysCall, { body: { ...body, reason } });
    },
    fieldAtFault: (name) => (name === 'newDate' || name === 'reason' ? name : undefined),
    changes: [allOrdersKey, purchasesKey],
    onSent: (results) => {
      const sent = results.filter(({ error }) => error === null).length;
      for (const { orderId, error } of results) {
        const number = orders.find(({ _id }) => _id === orderId)?.number ?? '';
        if (error) notify.error(texts.notSent(number, error.message));
      }
      if (sent > 0) notify.success(texts.sent(sent));
    },
    onEnd: (isDone) => isDone && onSent(),
  });
  const kind = useWatch({ control: form.control, name: 'kind' });
  const late = orders.filter(({ shipBy }) => shipBy !== null && shipBy < today).length;
  return (
    <form {...formProps} className="grid w-120 max-w-full gap-4">
      <Hint>{texts.lead}</Hint>
      {late > 0 && <p className="text-sm font-medium text-warn">{texts.late(late)}</p>}
      <SelectField label={texts.when} {...field('kind')} options={Object.entries(texts.kinds)} />
      {kind === 'date' && (
        <TextField type="date" label={texts.date} min={addDays(today, 1)} {...field('newDate')} />
      )}
      <TextArea label={texts.reason} hint={texts.reasonHint} rows={2} {...field('reason')} />
      <Hint>
        {texts.silence} {texts.advice}
      </Hint>
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending}>
        {texts.send}
      </DialogFoot>
    </form>
  );
}

const Hint = ({ children }: { children: ReactNode }) => <p className="text-sm text-ink-soft">{children}</p>;
