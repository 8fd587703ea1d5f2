import { z } from 'zod/mini';
import type { Call } from './call.ts';
import { shopOfPagesSchema } from './shop-details.ts';

/** The configuration of Firebase's client. None of it is secret: it identifies the project. */
const firebaseClientSchema = z.object({
  projectId: z.string(),
  apiKey: z.string(),
  authDomain: z.string(),
  /** The address of an emulator that replaces Google, such as `http://127.0.0.1:9099`; in trial mode only. */
  emulator: z.nullable(z.string()),
});

export type FirebaseClientSettings = z.infer<typeof firebaseClientSchema>;

/** Who sees a tool's own page: signed-in users, or everyone (decision 31). */
export const toolPages = ['members', 'public'] as const;

/** The shop's settings that the browser needs: answer of `GET /settings`. Nothing secret. */
export const shopSettingsSchema = z.object({
  /** The shop's public origin, such as `https://shop.example`. */
  origin: z.string(),
  shop: shopOfPagesSchema,
  currency: z.string(),
  /** What applies to all tool prices, such as 'incl. VAT, plus shipping'; left out if nothing is added to
   * them. */
  priceNote: z.optional(z.string()),
  /** How orders are delivered, in one line, such as 'Free shipping'. */
  deliveryNote: z.optional(z.string()),
  /** Whether tax is added to tool prices; left out if not. */
  taxAdded: z.optional(z.boolean()),
  /** Whether buyers may have VAT numbers; left out if the shop and all its
   * regions are where there are none. */
  vatNumbers: z.optional(z.boolean()),
  /** Links to the pages that the law asks for, at the foot of every page; left out if there are none. */
  footerLinks: z.optional(z.array(z.object({ to: z.string(), label: z.string() }))),
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
  summary: 'Gets the settings that a browser needs',
  description: 'Currency, providers in use, and the public keys of their scripts.',
} satisfies Call;

/** The page on which consumers withdraw from a contract. */
export const WITHDRAW_PATH = '/withdraw';

/** Whether a shop has that page: only where its law asks for it. */
export const hasWithdrawPage = ({ footerLinks = [] }: Pick<ShopSettings, 'footerLinks'>): boolean =>
  footerLinks.some(({ to }) => to === WITHDRAW_PATH);
