import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { listPageSchema, oneOf } from '#contracts/call-parts.ts';
import { plainLine } from '#contracts/text.ts';
import { toolSchema } from './contract.ts';

/** What the admins' list of tools may be sorted by; a figure falls with `-`. */
export const managedToolSorts = [
  'newest',
  'name',
  'price',
  '-price',
  'minimum',
  '-minimum',
  'available',
  '-available',
] as const;
export type ManagedToolSort = (typeof managedToolSorts)[number];

/** Query of `GET /managetool`. `q`: the beginnings of words of name, brand and category; `stock` as in the overview. */
export const managedToolListSchema = z.extend(listPageSchema, {
  q: z.optional(plainLine('q', 200)),
  stock: z.optional(z.enum(['low'], { error: 'stock must be low' })),
  sort: z._default(oneOf('sort', managedToolSorts), 'newest'),
});
export type ManagedToolList = z.infer<typeof managedToolListSchema>;

export const listManagedToolsCall = {
  method: 'GET',
  path: '/managetool',
  access: 'staff',
  query: managedToolListSchema,
  reply: z.array(toolSchema),
  tag: 'Tools',
  operationId: 'listManagedTools',
  summary: 'The tools as admins look for them: by name, figures and what is left',
  description: '`q` finds the beginnings of words of names.',
} satisfies Call;
