import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { emailSchema } from '#contracts/identifiers.ts';
import { formLine } from '#contracts/text.ts';
import { quantity } from '#features/catalogue/tool-fields-contract.ts';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { withdrawalRuleTexts as rules } from './texts.ts';

const orderNumber = formLine({ ...rules.orderNumber, max: 40 });

const uniqueNumbers = (lines: readonly { orderNumber: string }[]) =>
  new Set(lines.map((line) => line.orderNumber.toUpperCase())).size === lines.length;

/** Body of `POST /withdrawals`. Without `lines` it is about the whole order. */
export const withdrawalSchema = z.object({
  name: formLine({ ...rules.name, max: 200 }),
  orderNumber,
  email: emailSchema,
  lines: z._default(
    z
      .array(z.object({ orderNumber, quantity: quantity(rules.quantity) }), { error: rules.lines })
      .check(
        z.maxLength(MAX_ORDERS_PAID, rules.tooManyLines(MAX_ORDERS_PAID)),
        z.refine(uniqueNumbers, rules.twice),
      ),
    [],
  ),
});
export type Withdrawal = z.infer<typeof withdrawalSchema>;

export const declareWithdrawalCall = {
  method: 'POST',
  path: '/withdrawals',
  access: 'public',
  body: withdrawalSchema,
  reply: z.object({ declaredAt: z.iso.datetime() }),
  status: 202,
  errors: ['not_found'],
  tag: 'Orders',
  operationId: 'declareWithdrawal',
  summary: 'Declares the withdrawal from a contract, without logging in',
  description:
    'For consumers, where the shop’s law has it (Directive 2011/83/EU, art. 11a); elsewhere it is not found. The reply is the same whether there is such an order or not. If there is, with this email, the order’s email address gets what was declared and when, and units that have shipped become a return of kind `withdrawal`. `orderNumber` is the purchase’s number or that of one of its lines; `lines` have the numbers of lines, and none stands for all.',
} satisfies Call;
