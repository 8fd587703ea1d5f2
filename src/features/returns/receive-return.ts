import { AppError } from '#contracts/app-error.ts';
import { type Cents, formatCents, toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { issueCreditNote } from '#features/invoices/issue-credit-note.ts';
import { assertRefundable } from '#features/orders/dispute-store.ts';
import { isCancelled } from '#features/orders/order-states.ts';
import type { Payment } from '#features/orders/payment-store.ts';
import type { GivenRefund } from '#features/orders/refund-store.ts';
import { centsOfPrice } from '#features/orders/rules.ts';
import type { OrderRow } from '#features/orders/store.ts';
import {
  assertMayRefund,
  createRefund,
  deliveryLeftCents,
  type PaidOrder,
  paidLine,
  paidOrder,
  refundTerms,
  withdrawUnits,
} from '#features/refunds/create-refund.ts';
import { unitsCents } from '#features/refunds/rules.ts';
import { type PriceTerms, readPriceTerms } from '#features/shop-details/read-details.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import type { ReceivedLine, ReturnChange, ReturnKind } from './contract.ts';
import type { LockedReturn } from './lock-return.ts';
import { announceReturn } from './return-actions.ts';
import {
  findReturnLines,
  type ReturnLineRow,
  type ReturnRow,
  updateReturn,
  updateReturnLine,
} from './store.ts';
import { returnRefundReason, returnErrorTexts as texts } from './texts.ts';

/** What has arrived of a line, and what of its price is refunded. */
type Arrival = {
  line: ReturnLineRow;
  came: ReceivedLine;
  paid: PaidOrder;
  goodsCents: Cents;
  deductedCents: Cents;
};

/** Records what has arrived of a return, refunds what is accepted, and returns units to stock. The
 * transaction has locked the return, its orders, and their payment. @throws AppError invalid_input and
 * conflict with the line's field; order_disputed, fresh_sign_in_needed */
export async function receiveReturn(
  context: AppContext,
  tx: DatabaseTransaction,
  currentUser: CurrentUser,
  { row, lines, locked }: LockedReturn,
  change: ReturnChange,
): Promise<void> {
  const terms = await readPriceTerms(context, tx);
  const asked = change.lines ?? [];
  const arrivals = asked.map((came, nth) => {
    const line = lines.find(({ order_id }) => order_id === came.orderId);
    checkLine(line, came, nth);
    const order = locked.orders.find(({ id }) => id === line.order_id);
    const paid = paidOrder({ ...locked, orders: order ? [order] : [] });
    return { line, came, paid, ...priceOf(paid, came, terms, nth) };
  });
  const arrived = arrivals.filter(({ came }) => came.received > 0);
  const [first] = arrived;
  if (!first) throw new AppError('invalid_input', texts.nothingReceived, { field: 'lines' });
  const accepted = arrived.filter(({ came }) => came.accepted > 0);
  for (const { paid } of accepted) await assertRefundable(tx, paid.order);
  const { payment } = first.paid;
  const deliveryCents = deliveryToRefund(
    { kind: row.kind, orders: locked.orders, payment, terms },
    accepted,
    change.delivery,
  );
  const totalCents = accepted.reduce((sum, { goodsCents }) => sum + goodsCents, deliveryCents);
  await assertMayRefund(context, tx, currentUser, { payment, amountCents: totalCents });

  const refunds = await refundAccepted(context, tx, row, arrived, deliveryCents);
  // Numbers of credit notes are taken last: whoever waits for them holds no tools.
  for (const { order, refund } of refunds) await issueCreditNote(context, tx, { order, refund });
  const isWhole = (await findReturnLines(tx, row.id)).every(({ awaited }) => awaited === 0);
  await updateReturn(tx, row.id, {
    received_at: context.clock.now(),
    ...(isWhole && { state: 'received' }),
  });
  await announceReturn(context, tx, row, 'return_received');
}

function checkLine(
  line: ReturnLineRow | undefined,
  { received, accepted, restock, deduct = 0, rejectedReason }: ReceivedLine,
  nth: number,
): asserts line is ReturnLineRow {
  const at = (field: string) => ({ field: `lines.${nth}.${field}` });
  if (!line) throw new AppError('invalid_input', texts.notInReturn, at('orderId'));
  if (received > line.awaited)
    throw new AppError('conflict', texts.moreThanAwaited(line.awaited), {
      ...at('received'),
      current: line.awaited,
    });
  if (accepted > received) throw new AppError('invalid_input', texts.moreAccepted, at('accepted'));
  if (restock > accepted) throw new AppError('invalid_input', texts.moreRestocked, at('restock'));
  if ((accepted < received || deduct > 0) && rejectedReason === undefined)
    throw new AppError('invalid_input', texts.sayWhy, at('rejectedReason'));
}

/** What the accepted units are refunded at, less what is deducted. @throws AppError invalid_input for a
 * deduction beyond that, or one that the currency can't express */
function priceOf(
  paid: PaidOrder,
  { accepted, deduct = 0 }: ReceivedLine,
  priceTerms: PriceTerms,
  nth: number,
): Pick<Arrival, 'goodsCents' | 'deductedCents'> {
  const terms = refundTerms(paid.payment, priceTerms);
  const field = `lines.${nth}.deduct`;
  const fullCents = accepted === 0 ? 0 : unitsCents(paidLine(paid), accepted, terms.stepCents);
  const deductedCents = deduct === 0 ? 0 : centsOfPrice(deduct, terms.currency);
  if (deductedCents === undefined || (deductedCents % terms.stepCents !== 0 && deductedCents !== fullCents))
    throw new AppError('invalid_input', texts.deductSteps(formatCents(terms.stepCents, terms)), { field });
  if (deductedCents > fullCents)
    throw new AppError('invalid_input', texts.deductMoreThan(formatCents(fullCents, terms)), {
      field,
      current: toPrice(fullCents, terms.currency),
    });
  return { goodsCents: fullCents - deductedCents, deductedCents };
}

type Purchase = { kind: ReturnKind; orders: readonly OrderRow[]; payment: Payment; terms: PriceTerms };

/** What of the payment's delivery is refunded with the accepted units: what is left of it if staff say so; of
 * a withdrawal, once nothing of the purchase stays with the buyer. @throws AppError invalid_input if nothing
 * is accepted */
function deliveryToRefund(
  { kind, orders, payment, terms }: Purchase,
  accepted: readonly Arrival[],
  wanted: boolean | undefined,
): Cents {
  if (wanted && accepted.length === 0)
    throw new AppError('invalid_input', texts.deliveryWithUnits, { field: 'delivery' });
  const leftCents = deliveryLeftCents(payment);
  const isWhole = orders.every(({ id, quantity, refunded_quantity, state }) => {
    const now = accepted.find(({ paid }) => paid.order.id === id)?.came.accepted ?? 0;
    return isCancelled(state) || refunded_quantity + now === quantity;
  });
  if (!(wanted ?? (kind === 'withdrawal' && isWhole && accepted.length > 0))) return 0;
  return isWhole ? leftCents : leftCents - (leftCents % refundTerms(payment, terms).stepCents);
}

/** Counts what has arrived, and refunds what is accepted of it, delivery with the last. */
async function refundAccepted(
  context: AppContext,
  tx: DatabaseTransaction,
  row: ReturnRow,
  arrived: readonly Arrival[],
  deliveryCents: Cents,
): Promise<{ order: OrderRow; refund: GivenRefund }[]> {
  // Tools are locked in their order.
  const sorted = arrived.toSorted((one, other) =>
    one.paid.order.tool_id < other.paid.order.tool_id ? -1 : 1,
  );
  const last = sorted.findLast(({ came }) => came.accepted > 0);
  const refunds: { order: OrderRow; refund: GivenRefund }[] = [];
  for (const arrival of sorted) {
    await countArrived(tx, arrival);
    if (arrival.came.accepted === 0) continue;
    const refund = await refundUnits(context, tx, row, arrival, arrival === last ? deliveryCents : 0);
    if (refund) refunds.push({ order: arrival.paid.order, refund });
  }
  return refunds;
}

const countArrived = (tx: DatabaseTransaction, { line, came, deductedCents }: Arrival) =>
  updateReturnLine(tx, line, {
    received: line.received + came.received,
    accepted: line.accepted + came.accepted,
    restocked: line.restocked + came.restock,
    deducted_cents: line.deducted_cents + deductedCents,
    ...(came.rejectedReason !== undefined && { rejected_reason: came.rejectedReason }),
  });

/** Refunds accepted units and counts them as refunded. There is no refund where nothing is left to give, as
 * after one in the provider's dashboard. */
async function refundUnits(
  context: AppContext,
  tx: DatabaseTransaction,
  { id, number }: ReturnRow,
  { paid, came, goodsCents, deductedCents }: Arrival,
  deliveryCents: Cents,
): Promise<GivenRefund | undefined> {
  const { order } = paid;
  const amountCents = goodsCents + deliveryCents;
  const reason = returnRefundReason(number);
  const facts = { quantity: came.accepted, restocked: came.restock, reason, return_id: id };
  const refund =
    amountCents > 0
      ? await createRefund(context, tx, paid, {
          ...facts,
          amount_cents: amountCents,
          delivery_cents: deliveryCents,
          kept_delivery_cents: 0,
        })
      : undefined;
  await withdrawUnits(context, tx, order, {
    refunded: came.accepted,
    returned: came.restock,
    cameBack: true,
  });
  await recordAudit(context, tx, {
    action: 'order_refunded',
    orderId: order.id,
    toolId: order.tool_id,
    details: {
      return: number,
      ...(refund && { refundId: refund.id }),
      amountCents,
      unitsRefunded: came.accepted,
      ...(came.restock > 0 && { unitsReturned: came.restock }),
      ...(deductedCents > 0 && { deductedCents }),
      reason,
    },
  });
  return refund;
}
