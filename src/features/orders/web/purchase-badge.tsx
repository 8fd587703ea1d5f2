import { Badge } from '#ui/badge.tsx';
import type { PurchaseSummary } from '../contract.ts';
import type { OrderReader } from '../order-states.ts';
import { purchaseTexts as texts } from '../texts/purchase.ts';

/** A badge with the state of a purchase, which follows from those of its orders. */
export function PurchaseBadge({ purchase, reader }: { purchase: PurchaseSummary; reader: OrderReader }) {
  const { tone, words } = stateOf(purchase, reader);
  return <Badge tone={tone}>{words}</Badge>;
}

function stateOf({ toShip, partlyShipped, shipped, canceled, orders }: PurchaseSummary, reader: OrderReader) {
  if (canceled === orders) return { tone: 'neutral', words: texts.cancelled } as const;
  if (partlyShipped > 0 || (toShip > 0 && shipped > 0))
    return { tone: 'warn', words: texts.partlyShipped } as const;
  if (toShip > 0) return { tone: 'warn', words: texts.pending } as const;
  if (shipped > 0) return { tone: 'good', words: texts.shipped[reader] } as const;
  return { tone: 'neutral', words: texts.invoiced } as const;
}
