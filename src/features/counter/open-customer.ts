import type { z } from 'zod/mini';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { idempotent } from '#features/idempotency/idempotent.ts';
import { type CurrentUser, insertCustomer } from '#features/users/store.ts';
import { customerEmailSchema, type openCustomerSchema } from './contract.ts';

type OpenCustomerInput = {
  currentUser: CurrentUser;
  customer: z.infer<typeof openCustomerSchema>;
  idempotencyKey: string | undefined;
};

/** Adds a customer without an account, whom staff order for (decision 126). Returns the address that stands
 * for them. @throws TooManyHits, AppError key_reused */
export async function openCustomer(
  context: AppContext,
  { currentUser: { userId }, customer, idempotencyKey: key }: OpenCustomerInput,
): Promise<{ email: string }> {
  await context.rateLimiter.take(`customers of ${userId}`, context.config.limits.orders);
  const request = { userId, route: 'POST /customers', key, body: customer };
  return context.db.transaction().execute((tx) =>
    idempotent(context, tx, request, customerEmailSchema, async () => {
      const opened = await insertCustomer(tx, customer);
      await recordAudit(context, tx, { action: 'customer_opened', userId: opened.userId });
      return { email: opened.email };
    }),
  );
}
