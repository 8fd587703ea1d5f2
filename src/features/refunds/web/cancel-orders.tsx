import { useEffect, useRef, useState } from 'react';
import { isOfCard } from '#contracts/identifiers.ts';
import { allOrdersKey, purchasesKey } from '#features/fulfilment/web/use-shipping.ts';
import type { ListedOrder, Order } from '#features/orders/contract.ts';
import type { OrderReader } from '#features/orders/order-states.ts';
import { canMoveOrder, isCancelled } from '#features/orders/order-states.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { purchaseTexts } from '#features/orders/texts/purchase.ts';
import { refundOrderTexts, cancelOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { refundRuleTexts } from '#texts/validation.ts';
import { Button } from '#ui/button.tsx';
import { errorMessage, ReadableError } from '#ui/client/api-client.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/field.tsx';
import { useFocus } from '#ui/hooks.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { needsFreshSignIn, useAction } from '#ui/use-action.ts';
import { cancelOrderCall } from '../contract.ts';

/** Whether an order can be cancelled as it is shown: also right after the desk has shipped it, when what
 * cancelling would refund is of before. */
export const canBeCancelled = ({ cancelRefund, state, sentQuantity }: ListedOrder): boolean =>
  cancelRefund !== null && sentQuantity === 0 && canMoveOrder(state, 'cancelled');

type CancelPurchaseProps = { orders: readonly ListedOrder[]; reader: OrderReader; size?: 'sm' };

/** Cancels a whole purchase of which nothing has shipped. It stands in an element with `data-purchase`, which
 * takes the focus. */
export function CancelPurchase({ orders, reader, size }: CancelPurchaseProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);
  const left = orders.filter(({ state }) => !isCancelled(state));
  const [first] = left;
  if (!first || orders.length !== (first.purchase?.orders ?? 1)) return null;
  if (!left.every(canBeCancelled)) return null;
  return (
    <>
      <Button
        ref={button}
        size={size}
        variant="secondary"
        aria-label={texts.buttonOf(first.purchase?.number ?? first.number)}
        onClick={() => setAsking(true)}
      >
        {texts.button}
      </Button>
      <CancelOrders
        orders={isAsking ? left : []}
        reader={reader}
        onClose={() => setAsking(false)}
        onDone={() => button.current?.closest<HTMLElement>('[data-purchase]')?.focus()}
      />
    </>
  );
}

type CancelOrdersProps = {
  /** An order, or all that is left of a purchase; none while the dialog is closed. */
  orders: readonly ListedOrder[];
  reader: OrderReader;
  onClose: () => void;
  /** Called once the dialog has closed after them. */
  onDone?: () => void;
};

/** Asks once, then cancels the orders by one call each, and reports each that could not be. Staff give a
 * reason. */
export function CancelOrders({ orders, reader, onClose, onDone }: CancelOrdersProps) {
  const { api } = useSession();
  const price = usePrice();
  const focus = useFocus();
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const isDone = useRef(false);
  const [order, ...others] = orders;
  const isOpen = order !== undefined;

  // Elements outside the dialog can take the focus only once it has closed.
  useEffect(() => {
    if (isOpen || !isDone.current) return;
    isDone.current = false;
    onDone?.();
  }, [isOpen, onDone]);

  function close() {
    setReason('');
    setMissing(false);
    onClose();
  }

  const cancelling = useAction({
    call: async (toCancel: readonly ListedOrder[]) => {
      const refused: string[] = [];
      for (const { _id: id, number, cancelRefund } of toCancel) {
        // What a purchase's other orders come to changes with each.
        const seen = toCancel.length === 1 && cancelRefund !== null && { refund: cancelRefund };
        const body = { ...seen, ...(reason && { reason }) };
        await api.call(cancelOrderCall, { params: { id }, body }).catch((error) => {
          // Once that is done, all of them are sent again: an order that is cancelled already stays so.
          if (needsFreshSignIn(error)) throw error;
          const words = errorMessage(error);
          refused.push(toCancel.length > 1 ? orderListTexts.numbered(number, words) : words);
        });
      }
      if (refused.length > 0) throw new ReadableError(refused.join('\n'));
    },
    changes: [['orders'], ['order'], ['order-refunds'], ['order-history'], allOrdersKey, purchasesKey],
    onEnd: () => {
      isDone.current = true;
      close();
    },
    done: reader === 'buyer' ? texts.done : refundOrderTexts.cancelled,
  });

  function confirm() {
    setMissing(reader === 'staff' && reason.trim() === '');
    if (reader === 'staff' && reason.trim() === '') focus('cancel-reason');
    else cancelling.mutate(orders);
  }

  return (
    <ConfirmDialog
      open={isOpen}
      onClose={close}
      title={texts.title}
      confirmLabel={texts.button}
      cancelLabel={texts.keep}
      busy={cancelling.isPending}
      onConfirm={confirm}
    >
      {order && (
        <div className="space-y-2">
          <p className="font-semibold wrap-anywhere">
            <SavedText
              text={
                others.length > 0
                  ? orderListTexts.numbered(order.purchase?.number ?? '', purchaseTexts.items(orders.length))
                  : orderListTexts.numbered(
                      order.number,
                      orderListTexts.units(order.minQuantity, order.toolName),
                    )
              }
            />
          </p>
          <p className="text-ink-soft">{effectWords(orders, reader, price(refundOf(orders)))}</p>
          {others.length === 0 && order.deliveryToKeep && order.deliveryToKeep.ifCanceled > 0 && (
            <p>
              {texts.keptDelivery(price(order.deliveryToKeep.below), price(order.deliveryToKeep.ifCanceled))}
            </p>
          )}
          {reader === 'staff' && (
            <TextArea
              id="cancel-reason"
              label={refundOrderTexts.reason}
              hint={refundOrderTexts.reasonHint}
              rows={2}
              maxLength={500}
              value={reason}
              onChange={({ target }) => setReason(target.value)}
              error={isMissing ? refundRuleTexts.reason.missing : undefined}
            />
          )}
        </div>
      )}
    </ConfirmDialog>
  );
}

/** Returns the refund for cancelled orders: of a whole purchase all that is left of its payment. */
function refundOf(orders: readonly Order[]): number {
  const [first] = orders;
  if (orders.length === 1) return first?.cancelRefund ?? 0;
  const goods = orders.reduce((sum, order) => sum + order.refundable - order.refundableDelivery, 0);
  return goods + (first?.refundableDelivery ?? 0);
}

function effectWords(orders: readonly Order[], reader: OrderReader, amount: string): string {
  if (reader === 'buyer') {
    return (isOfCard(orders[0]?.transactionId ?? null) ? texts.warning : texts.warningByHand)(amount);
  }
  const units = orders.reduce((sum, order) => sum + order.minQuantity - order.refundedQuantity, 0);
  return `${refundOrderTexts.cancelHint(units)} ${refundOrderTexts.cancelRefund(amount)}`;
}
