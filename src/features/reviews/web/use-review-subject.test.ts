import { expect, test } from 'vitest';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { findReviewableTools } from './use-review-subject.ts';

type OrderOf = Pick<BuyersOrder, 'toolId' | 'toolName' | 'paid' | 'reviewed'>;

const bought = (toolId: string, order: Partial<OrderOf> = {}): OrderOf => ({
  toolId,
  toolName: `The ${toolId}`,
  paid: true,
  reviewed: false,
  ...order,
});

/** A paged list of orders that records each requested cursor. */
function ordersIn(pages: OrderOf[][]) {
  const asked: (string | undefined)[] = [];
  const listOrders = async (cursor: string | undefined) => {
    asked.push(cursor);
    const page = Number(cursor ?? 0);
    const nextCursor = page + 1 < pages.length ? String(page + 1) : undefined;
    return { rows: pages[page] as BuyersOrder[], nextCursor, total: undefined };
  };
  return { asked, listOrders };
}

test('finds each paid tool without a review once, the last ordered first', async () => {
  const { listOrders } = ordersIn([
    [
      bought('saw'),
      bought('plane', { paid: false }),
      bought('square', { reviewed: true }),
      bought('rasp'),
      bought('saw', { toolName: 'The old saw' }),
    ],
  ]);
  expect(await findReviewableTools(listOrders, undefined)).toEqual([
    { id: 'saw', name: 'The saw' },
    { id: 'rasp', name: 'The rasp' },
  ]);
});

test('reads on through the orders until it finds the requested tool', async () => {
  const pages = [[bought('saw'), bought('rasp', { paid: false })], [bought('rasp')], [bought('plane')]];
  const { asked, listOrders } = ordersIn(pages);
  expect(await findReviewableTools(listOrders, 'rasp')).toEqual([
    { id: 'saw', name: 'The saw' },
    { id: 'rasp', name: 'The rasp' },
  ]);
  expect(asked).toEqual([undefined, '1']);
});

test('reads one page without a requested tool, and all pages for an unknown one', async () => {
  const pages = [[bought('saw')], [bought('rasp')]];
  const [calm, eager] = [ordersIn(pages), ordersIn(pages)];
  await findReviewableTools(calm.listOrders, undefined);
  await findReviewableTools(eager.listOrders, 'plane');
  expect([calm.asked, eager.asked]).toEqual([[undefined], [undefined, '1']]);
});
