import { z } from 'zod';

/** What the browser needs to know of the shop's settings: answer of `GET /settings`. Nothing secret. */
export const shopSettingsSchema = z.object({
  currency: z.string(),
  mode: z.enum(['trial', 'live']),
  identityProvider: z.object({
    kind: z.enum(['embedded', 'firebase']),
    googleClientId: z.string().nullable(),
  }),
  cardPayments: z.object({ kind: z.enum(['sandbox', 'stripe']), publishableKey: z.string().nullable() }),
  mailbox: z.boolean(),
});

/** What the browser needs to know of the shop's settings. */
export type ShopSettings = z.infer<typeof shopSettingsSchema>;
