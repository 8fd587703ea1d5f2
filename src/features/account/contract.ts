import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema } from '#contracts/call-parts.ts';
import { accountRuleTexts } from '#texts/validation.ts';

/** Body of `DELETE /account`. The password may be left out after a fresh sign-in. */
export const deleteAccountSchema = z.object({
  password: z.optional(
    z
      .string({ error: accountRuleTexts.passwordMissing })
      .check(
        z.minLength(1, accountRuleTexts.passwordMissing),
        z.maxLength(128, accountRuleTexts.passwordLong),
      ),
  ),
});

export const deleteAccountCall = {
  method: 'DELETE',
  path: '/account',
  access: 'user',
  body: z.nullish(deleteAccountSchema),
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'conflict'],
  tag: 'Users',
  operationId: 'deleteAccount',
  summary: 'Deletes the signed-in user’s account and erases their personal data',
  description:
    'Needs a sign-in of the last 10 minutes, or the password of one of the shop’s own accounts that has no second factor. Orders stay without name, email, phone, and address; invoices and credit notes stay as they were issued. 409 while a payment or refund is open, or a paid order has not been sent, and for the last admin.',
} satisfies Call;
