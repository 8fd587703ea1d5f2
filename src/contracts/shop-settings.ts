import { z } from 'zod/mini';
import type { Call } from './call.ts';
import { shopOfPagesSchema } from './shop-details.ts';

/** What Firebase's client is set up with. None of it is secret: it names the project. */
const firebaseClientSchema = z.object({
  projectId: z.string(),
  apiKey: z.string(),
  authDomain: z.string(),
  /** Where an emulator stands in for Google, such as `http://127.0.0.1:9099`; in trial mode only. */
  emulator: z.nullable(z.string()),
});

export type FirebaseClientSettings = z.infer<typeof firebaseClientSchema>;

/** Who sees a tool's own page: those who are signed in, or everybody (decision 19). */
export const toolPages = ['members', 'public'] as const;

/** What the browser needs to know of the shop's settings: answer of `GET /settings`. Nothing secret. */
export const shopSettingsSchema = z.object({
  /** The address that the shop is known by, such as `https://shop.example`. */
  origin: z.string(),
  shop: shopOfPagesSchema,
  currency: z.string(),
  /** What stands beside the prices of tools, as 'incl. VAT, plus delivery'; left out
   * where they are all that is paid. */
  priceNote: z.optional(z.string()),
  /** Whether tax comes to the prices of tools; left out where it does not. */
  taxAdded: z.optional(z.boolean()),
  mode: z.enum(['trial', 'live']),
  identityProvider: z.object({
    kind: z.enum(['embedded', 'firebase']),
    googleClientId: z.nullable(z.string()),
    firebase: z.nullable(firebaseClientSchema),
  }),
  cardPayments: z.object({ kind: z.enum(['sandbox', 'stripe']), publishableKey: z.nullable(z.string()) }),
  mailbox: z.boolean(),
  toolPages: z.enum(toolPages),
});

export type ShopSettings = z.infer<typeof shopSettingsSchema>;

export const getSettingsCall = {
  method: 'GET',
  path: '/settings',
  access: 'public',
  reply: shopSettingsSchema,
  tag: 'Settings',
  operationId: 'getSettings',
  summary: 'What the browser needs to know of the settings',
  description: 'Currency, providers in use, and the public keys of their scripts.',
} satisfies Call;
