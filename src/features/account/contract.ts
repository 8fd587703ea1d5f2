import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { deletedSchema } from '#contracts/call-parts.ts';
import { passwordSchema } from '#contracts/password.ts';

/** Body of `DELETE /account`. The password may be left out after a fresh sign-in. */
export const deleteAccountSchema = z.object({
  password: z.optional(passwordSchema),
});

const ofUsers = { access: 'user', tag: 'Users' } as const;

export const deleteAccountCall = {
  ...ofUsers,
  method: 'DELETE',
  path: '/account',
  body: z.nullish(deleteAccountSchema),
  reply: deletedSchema,
  errors: ['fresh_sign_in_needed', 'conflict'],
  operationId: 'deleteAccount',
  summary: 'Deletes the signed-in user’s account and erases their personal data',
  description:
    'Needs a sign-in of the last 10 minutes, or the password of one of the shop’s own accounts that has no second factor. Orders stay without name, email, phone, and address; invoices and credit notes stay as they were issued. 409 while a payment or refund is open, or a paid order has not been sent, and for the last admin.',
} satisfies Call;

/** A user's copy of their data. `url` has the file, which takes the same access token; `until` is when it is
 * deleted, and `canRenew` whether another can be asked for. */
export const accountExportSchema = z.object({
  state: z.enum(['none', 'making', 'ready', 'failed']),
  url: z.optional(z.string()),
  until: z.optional(z.iso.datetime()),
  canRenew: z.optional(z.boolean()),
});
export type AccountExport = z.infer<typeof accountExportSchema>;

export const exportAccountCall = {
  ...ofUsers,
  method: 'POST',
  path: '/account/export',
  reply: accountExportSchema,
  status: 202,
  errors: ['fresh_sign_in_needed', 'too_many_requests'],
  operationId: 'exportAccount',
  summary: 'Starts to prepare a copy of everything that the shop keeps about the signed-in user',
  description:
    'Needs a fresh sign-in. A ZIP archive with the data as JSON and CSV, and invoices as PDF. If their address is verified, they are emailed once it is ready. While one is being prepared, nothing else is started. A new copy replaces the last, and can be asked for a day after it.',
} satisfies Call;

export const getAccountExportCall = {
  ...ofUsers,
  method: 'GET',
  path: '/account/export',
  reply: accountExportSchema,
  operationId: 'getAccountExport',
  summary: 'Tells whether the copy of the signed-in user’s data is ready',
} satisfies Call;

export const downloadAccountExportCall = {
  ...ofUsers,
  method: 'GET',
  path: '/account/export/file',
  reply: z.string(),
  media: 'application/zip',
  errors: ['fresh_sign_in_needed', 'not_found'],
  operationId: 'downloadAccountExport',
  summary: 'Downloads the copy of the signed-in user’s data',
  description:
    'Needs a fresh sign-in; its owner is emailed. For nobody else, admins included. It is deleted after 7 days, and with the account.',
} satisfies Call;
