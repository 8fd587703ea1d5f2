import type { Order } from '#features/orders/contract.ts';
import { refundFactTexts as texts } from '#features/orders/texts/refunds.ts';
import { usePrice } from '#web/client/load-context.ts';
import { Badge } from '#web/ui/badge.tsx';

/** What of an order's money went back, and what is still to; nothing where none is. */
export function RefundFacts({ order: { refunded, refundDue } }: { order: Order }) {
  const price = usePrice();
  return (
    <>
      {refunded > 0 && <Badge wraps>{texts.refunded(price(refunded))}</Badge>}
      {refundDue > 0 && (
        <Badge tone="warn" wraps>
          {texts.due(price(refundDue))}
        </Badge>
      )}
    </>
  );
}
