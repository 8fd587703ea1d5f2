import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { plainLine } from '#contracts/text.ts';
import { toolSchema } from '#features/catalogue/contract.ts';
import { listedFamilySchema } from '#features/families/contract.ts';
import { orderSchema } from '#features/orders/contract.ts';
import { returnSchema } from '#features/returns/contract.ts';
import { userRowSchema } from '#features/users/roles-contract.ts';
import { deskSearchRuleTexts } from './texts.ts';

/** Maximum number of orders, of tools, of families, and of people found at once. */
export const MOST_FOUND = 5;

/** Fewer letters find too much. */
export const SHORTEST_SEARCH = 2;

export const deskSearchSchema = z.object({
  q: plainLine('q', 200).check(z.minLength(SHORTEST_SEARCH, deskSearchRuleTexts.tooShort)),
});

export const foundOnDeskSchema = z.object({
  orders: z.array(
    z.pick(orderSchema, {
      _id: true,
      number: true,
      toolName: true,
      minQuantity: true,
      userName: true,
      email: true,
    }),
  ),
  returns: z.array(z.pick(returnSchema, { _id: true, number: true, state: true, name: true })),
  tools: z.array(z.pick(toolSchema, { _id: true, name: true, part_number: true, available_quantity: true })),
  families: z.array(z.pick(listedFamilySchema, { _id: true, name: true, memberCount: true })),
  people: z.array(z.pick(userRowSchema, { email: true, displayName: true, role: true })),
});
export type FoundOnDesk = z.infer<typeof foundOnDeskSchema>;

export const searchDeskCall = {
  method: 'GET',
  path: '/desk-search',
  access: 'staff',
  query: deskSearchSchema,
  reply: foundOnDeskSchema,
  tag: 'Overview',
  scope: null,
  operationId: 'searchDesk',
  summary: 'Orders, returns, tools, families, and people that match a text',
  description: `At most ${MOST_FOUND} of each: orders as \`GET /manageorders\` finds them and people as \`GET /user\` does, newest first; the return with that number; of the tools, drafts too, one with that part number first, then those with the shortest names; families by name.`,
} satisfies Call;

/** A page of the dashboard that can be found by its name; `detail` is where it belongs. `isNamedOnly`: left
 * out of the list before anything is typed. */
export type SearchedPage = { to: string; label: string; detail?: string | undefined; isNamedOnly?: boolean };
