import { sql } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import { toPrice } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { findCustomerDelivery } from '#features/counter/place-for-customer.ts';
import { listOrders } from '#features/order-lists/order-list.ts';
import { orderAwaitsPayment, orderNeedsShipping } from '#features/orders/state-conditions.ts';
import { serializeOrder } from '#features/orders/store.ts';
import { listManagedReviews, serializeManagedReview } from '#features/reviews/store.ts';
import { requireUser } from '#features/users/authorise.ts';
import { insertStaffNote, listStaffNotes } from '#features/users/staff-notes.ts';
import { type CurrentUser, findCurrentUser, findUser, lockUserOfEmail } from '#features/users/store.ts';
import { serializeProfile } from '#features/users/user-list.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import type { Database } from '#platform/database/database.ts';
import { findFactors } from '#platform/identity/embedded/factors.ts';
import { errorTexts } from '#texts/errors.ts';
import { addCustomerNoteCall, CUSTOMERS_LATEST, type Customer, getCustomerCall } from './contract.ts';

/** Registers `GET /customers/{email}` and its notes, for staff. */
export function customersRoutes(api: ApiServer, context: AppContext): void {
  serve(api, getCustomerCall, {}, async ({ params }) => findCustomer(context, params.email));

  serve(api, addCustomerNoteCall, {}, async (request) =>
    addCustomerNote(context, {
      currentUser: requireUser(request),
      email: request.params.email,
      note: request.body.note,
    }),
  );
}

/** Adds a staff note about a customer. @throws AppError not_found; conflict if there is the maximum
 * number. */
async function addCustomerNote(
  context: AppContext,
  { currentUser, email, note }: { currentUser: CurrentUser; email: string; note: string },
): Promise<{ insertedId: string }> {
  return context.db.transaction().execute(async (tx) => {
    const user = await lockUserOfEmail(tx, email);
    if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
    const noteId = await insertStaffNote(context, tx, {
      about: 'customer',
      id: user.id,
      authorId: currentUser.userId,
      note,
    });
    await recordAudit(context, tx, {
      action: 'customer_note_added',
      userId: user.id,
      details: { noteId },
    });
    return { insertedId: noteId };
  });
}

/** Returns everything that staff see about a customer. @throws AppError not_found */
async function findCustomer({ db, config, embeddedIdentity }: AppContext, email: string): Promise<Customer> {
  const user = await findUser(db, email);
  if (!user) throw new AppError('not_found', errorTexts.noSuchUser);
  const latest = { limit: CUSTOMERS_LATEST, cursor: undefined };
  const [sums, delivery, orders, reviews, notes, factors] = await Promise.all([
    sumUp(db, user.id),
    findCustomerDelivery(db, email),
    listOrders(db, { ...latest, sort: 'newest', email }),
    listManagedReviews(db, { ...latest, customer: email }),
    listStaffNotes(db, 'customer', [user.id]),
    embeddedIdentity && findFactorsOf(db, user.id),
  ]);
  const { since, count, unpaid, toShip, cents } = sums;
  return {
    ...serializeProfile(user),
    since: since.toISOString(),
    delivery,
    orders: {
      count,
      unpaid,
      toShip,
      spent: toPrice(cents, config.currency),
      latest: orders.rows.map((order) => serializeOrder(order, config.currency)),
    },
    reviews: { count: reviews.total, latest: reviews.rows.map(serializeManagedReview) },
    notes,
    ...(factors && { factors }),
  };
}

async function findFactorsOf(db: Database, userId: string): Promise<Customer['factors']> {
  const user = await findCurrentUser(db, userId);
  if (!user) return undefined;
  const { authenticatorUsedAt, passkeys, recoveryCodesLeft } = await findFactors(db, user.subject);
  return {
    authenticatorUsedAt: authenticatorUsedAt?.toISOString() ?? null,
    passkeys: passkeys.map(({ name, lastUsedAt }) => ({
      name,
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodesLeft,
  };
}

type Sums = { since: Date; count: number; unpaid: number; toShip: number; cents: number };

async function sumUp(db: Database, userId: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select users.created_at as since, count(orders.id) as count,
      count(*) filter (where ${orderAwaitsPayment}) as unpaid, count(*) filter (where ${orderNeedsShipping}) as "toShip",
      coalesce(sum(coalesce(charged, total_cents)) filter (where paid_at is not null), 0)::bigint as cents
    from users left join orders on user_id = users.id and orders.deleted_at is null
    left join lateral (
      select line.net_cents + line.tax_cents - line.refunded_cents + case when position = 0
        then delivery_cents + delivery_tax_cents + kept_delivery_cents - refunded_delivery_cents else 0 end as charged
      from payment_orders line join payments on payments.id = payment_id
      where line.order_id = orders.id and line.state = 'succeeded'
    ) as paid on true
    where users.id = ${userId} group by users.id`.execute(db);
  return rows[0] as Sums;
}
