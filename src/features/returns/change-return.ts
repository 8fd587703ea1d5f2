import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { assertNotOwn } from '#features/users/account-checks.ts';
import type { CurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { type Return, type ReturnChange, returnSchema } from './contract.ts';
import { type LockedReturn, lockReturnFor } from './lock-return.ts';
import { receiveReturn } from './receive-return.ts';
import { announceReturn, answerReturn, type ReturnAction } from './return-actions.ts';
import { checkReturnMove } from './return-states.ts';
import { type ReturnRow, updateReturn } from './store.ts';
import { returnErrorTexts as texts } from './texts.ts';

type ChangeInput = {
  currentUser: CurrentUser;
  returnId: string;
  change: ReturnChange;
  idempotencyKey: string | undefined;
};

/** Answers, receives, or closes a return, once per key. @throws AppError not_found, not_allowed, conflict,
 * own_account, order_disputed, fresh_sign_in_needed; invalid_input with its field; key_reused */
export async function changeReturn(
  context: AppContext,
  { currentUser, returnId, change, idempotencyKey }: ChangeInput,
): Promise<Return> {
  const { userId } = currentUser;
  const body = { returnId, ...change };
  const request = { userId, route: 'PATCH /returns/:id', key: idempotencyKey, body };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, returnSchema, async () => {
      const locked = await lockReturnFor(tx, currentUser, returnId);
      await moveReturn(context, tx, currentUser, locked, change);
      return answerReturn(context, tx, returnId);
    }),
  );
}

const actions: Record<ReturnChange['state'], ReturnAction> = {
  approved: 'return_approved',
  refused: 'return_refused',
  received: 'return_received',
  closed: 'return_closed',
};

async function moveReturn(
  context: AppContext,
  tx: DatabaseTransaction,
  currentUser: CurrentUser,
  held: LockedReturn,
  change: ReturnChange,
): Promise<void> {
  const { row, lines } = held;
  const isOwn = row.user_id === currentUser.userId;
  const by = currentUser.isStaff && !(isOwn && change.state === 'closed') ? 'staff' : 'buyer';
  checkReturnMove(row.state, change.state, by);
  const what = actions[change.state];
  if (by === 'staff')
    await assertNotOwn(context, tx, {
      currentUser,
      ownerId: row.user_id,
      what,
      orderId: lines[0]?.order_id ?? '',
    });
  const now = context.clock.now();
  if (change.state === 'received') return receiveReturn(context, tx, currentUser, held, change);
  if (change.state === 'approved') return approveReturn(context, tx, row, change);
  if (change.state === 'refused') {
    const reason = change.reason ?? null;
    await updateReturn(tx, row.id, { state: 'refused', answered_at: now, reason });
  } else {
    if (by === 'buyer' && lines.some(({ received }) => received > 0))
      throw new AppError('conflict', texts.arrived, { field: 'state' });
    const reason = by === 'staff' ? (change.reason ?? null) : null;
    await updateReturn(tx, row.id, { state: 'closed', closed_at: now, reason });
  }
  await announceReturn(context, tx, row, what);
}

/** Approves a return, or corrects what its buyer was told. What is left out is as the shop's settings say, or
 * stays. */
export async function approveReturn(
  context: AppContext,
  tx: DatabaseTransaction,
  row: ReturnRow,
  { postage, address, labelUrl }: Partial<ReturnChange>,
  told: { isTold?: boolean } = {},
): Promise<void> {
  const { returns, contact } = await context.details.read(tx);
  const isFirst = row.state === 'requested';
  await updateReturn(tx, row.id, {
    state: 'approved',
    ...(isFirst && { answered_at: context.clock.now() }),
    postage: postage ?? row.postage ?? returns.postage,
    address: address ?? (row.address || returns.address || contact.address),
    ...(labelUrl !== undefined && { label_url: labelUrl }),
  });
  await announceReturn(context, tx, row, isFirst ? 'return_approved' : 'return_changed', told);
}
