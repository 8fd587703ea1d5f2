import { Badge } from '#ui/badge.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import type { Order } from '../contract.ts';
import { refundFactTexts as texts } from '../texts/refunds.ts';

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
