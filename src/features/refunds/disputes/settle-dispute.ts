import type { AppContext } from '#features/app-context.ts';
import { recordAudits } from '#features/audit/record-audit.ts';
import type { DisputeState } from '#features/orders/desk-contract.ts';
import {
  type DisputeRow,
  findDispute,
  findDisputeStates,
  listOpenDisputes,
  saveDispute,
} from '#features/orders/dispute-store.ts';
import {
  findPaymentByIntent,
  type LockedPayment,
  lockPayment,
  type Payment,
} from '#features/orders/payment-store.ts';
import { settlePayment } from '#features/payments/settle-payment.ts';
import { notifyStaff } from '#features/users/notices/notify-staff.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { forEachAlone, inPages } from '#platform/jobs/do-alone.ts';
import { KeyRightsError, type Dispute as ProviderDispute } from '#platform/payments/card-payments.ts';
import { settleRefunds } from '../settle-refunds.ts';
import { disputeEmails } from './emails.ts';

/** Handles the provider's report of a dispute by fetching its current state: reports are late, repeated and
 * out of order. If another worker records a state meanwhile, that may be newer than the fetched one, so it
 * fetches again. @throws CardPaymentsError */
export async function settleProviderDispute(
  context: AppContext,
  disputeId: string,
): Promise<'unknown' | 'dispute'> {
  for (;;) {
    const before = await findDispute(context.db, disputeId);
    const reported = await context.cardPayments.retrieveDispute(disputeId);
    const payment = reported && (await findCountedPayment(context, reported));
    if (!payment) return 'unknown';
    if (await recordDispute(context, payment, reported, before)) return 'dispute';
  }
}

/** Catches up on lost webhooks: for disputes opened since a time, and for all open ones, however old. */
export async function reconcileDisputes(context: AppContext, since: Date): Promise<void> {
  await reconcileRecent(context, since).catch((error: unknown) => {
    // Shops set up before disputes were supported keep working; the log reports the missing permission.
    if (!(error instanceof KeyRightsError)) throw error;
    context.log.error(
      { err: error },
      'disputes cannot be read: give the key of the card provider the right to',
    );
  });
  await settleEach(
    context,
    inPages((page) => listOpenDisputes(context.db, page), String),
  );
}

async function settleEach(
  context: AppContext,
  disputeIds: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  await forEachAlone(context, 'reconcile-payments', disputeIds, {
    about: (disputeId) => ({ disputeId }),
    work: (disputeId) => settleProviderDispute(context, disputeId),
  });
}

async function reconcileRecent(context: AppContext, since: Date): Promise<void> {
  for await (const disputes of context.cardPayments.listDisputes(since)) {
    const states = await findDisputeStates(
      context.db,
      disputes.map(({ id }) => id),
    );
    const changed = disputes.filter(({ id, status }) => states.get(id) !== status);
    await settleEach(
      context,
      changed.map(({ id }) => id),
    );
  }
}

/** Finds the payment of a dispute, and settles it first if the shop has not recorded its success yet. */
async function findCountedPayment(
  context: AppContext,
  { id: disputeId, intentId }: ProviderDispute,
): Promise<Payment | undefined> {
  const payment = await findPaymentByIntent(context.db, intentId);
  if (!payment)
    context.log.error({ disputeId, intentId }, 'a charge is disputed that the shop knows nothing of');
  else if (payment.state === 'live' || payment.state === 'cancelled') await settlePayment(context, intentId);
  return payment;
}

/** Records a dispute's state and everything that follows from it in one transaction. Returns false if another
 * worker has changed it meanwhile. */
function recordDispute(
  context: AppContext,
  found: Payment,
  reported: ProviderDispute,
  before: DisputeRow | undefined,
): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockPayment(tx, found);
    const present = await findDispute(tx, reported.id);
    if (present?.state !== before?.state) return false;
    const state = nextState(present?.state, reported.status);
    const isNew = state !== present?.state;
    await saveDispute(tx, {
      id: reported.id,
      payment_id: found.id,
      amount_cents: reported.amountCents,
      currency: reported.currency,
      reason: reported.reason,
      state,
      is_refundable: reported.isRefundable,
      respond_by: reported.respondBy,
      uncounted_cents:
        state === 'lost' ? (isNew ? reported.amountCents : (present?.uncounted_cents ?? 0)) : 0,
      opened_at: reported.openedAt,
      closed_at: isNew ? (state === 'open' ? null : context.clock.now()) : (present?.closed_at ?? null),
    });
    if (isNew && state === 'lost') await countLost(context, tx, locked, reported);
    if (isNew)
      await notifyOfDispute(context, tx, locked, reported, { state, wasLost: present?.state === 'lost' });
    return true;
  });
}

/** A lost dispute stays lost during an appeal: the money is gone until the appeal is won. */
function nextState(present: DisputeState | undefined, reported: DisputeState): DisputeState {
  return present === 'lost' && reported === 'open' ? 'lost' : reported;
}

/** Counts the cost of a lost dispute as returned. */
async function countLost(
  context: AppContext,
  tx: DatabaseTransaction,
  locked: LockedPayment,
  { id, amountCents, currency }: ProviderDispute,
): Promise<void> {
  const { payment } = locked;
  if (payment.currency !== currency) {
    context.log.error({ disputeId: id, paymentId: payment.id }, 'what a dispute cost cannot be counted');
    return;
  }
  await settleRefunds(context, tx, locked, [
    {
      ...{ kind: 'dispute', state: 'succeeded' },
      ...{ provider_id: id, refund_id: null, amount_cents: amountCents },
    },
  ]);
}

const actions = { open: 'dispute_opened', won: 'dispute_won', lost: 'dispute_lost' } as const;

async function notifyOfDispute(
  context: AppContext,
  tx: DatabaseTransaction,
  { payment, lines }: LockedPayment,
  { id: disputeId, amountCents, reason }: ProviderDispute,
  { state, wasLost }: { state: DisputeState; wasLost: boolean },
): Promise<void> {
  await recordAudits(
    context,
    tx,
    lines.map(({ order }) => ({
      action: actions[state],
      orderId: order.id,
      toolId: order.tool_id,
      details: { disputeId, amountCents, reason },
    })),
  );
  await notifyStaff(context, tx, disputeEmails.dispute, { disputeId, state, wasLost });
  context.log.warn({ disputeId, paymentId: payment.id, state }, 'a dispute was opened or decided');
}
