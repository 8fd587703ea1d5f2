import { toShopOfPages } from '#contracts/shop-details.ts';
import { getSettingsCall, type ShopSettings } from '#contracts/shop-settings.ts';
import type { AppContext } from '#features/app-context.ts';
import { promisedShipping } from '#features/orders/ship-by.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import type { IdentitySettings } from '#platform/config/identity-settings.ts';

function identityOf(identity: IdentitySettings): Omit<ShopSettings['identityProvider'], 'kind'> {
  if (identity.kind === 'embedded')
    return { googleClientId: identity.google?.clientId ?? null, firebase: null };
  const { projectId, apiKey, authDomain, emulator = null } = identity;
  return { googleClientId: null, firebase: { projectId, apiKey, authDomain, emulator } };
}

/** `GET /settings`: the shop's configuration for the browser. */
export function settingsRoutes(api: ApiServer, context: AppContext): void {
  const { config, identityProvider, cardPayments, mailer } = context;
  const settings: Omit<
    ShopSettings,
    'origin' | 'shop' | 'priceNote' | 'deliveryNote' | 'taxAdded' | 'vatNumbers' | 'footerLinks'
  > = {
    currency: config.currency,
    mode: config.mode,
    identityProvider: { kind: identityProvider.kind, ...identityOf(config.identity) },
    cardPayments: { kind: cardPayments.kind, publishableKey: cardPayments.publishableKey },
    mailbox: config.mode === 'trial' && mailer.kind === 'mailbox',
    toolPages: config.toolPages,
  };

  // The address is known only once the shop listens.
  serve(api, getSettingsCall, {}, async () => {
    const shop = toShopOfPages(await context.details.read());
    const priceNote = await context.priceNote.read();
    const notes = [await context.deliveryNote.read(), await promisedShipping(context)];
    const deliveryNote = notes.filter(Boolean).join(' · ');
    const { isAdded, hasVatNumbers } = await context.taxTerms.read();
    const footerLinks = await context.footerLinks.read();
    return {
      ...settings,
      ...{ origin: context.origin, shop },
      ...(priceNote && { priceNote }),
      ...(deliveryNote && { deliveryNote }),
      ...(isAdded && { taxAdded: true }),
      ...(hasVatNumbers && { vatNumbers: true }),
      ...(footerLinks.length > 0 && { footerLinks }),
    };
  });
}
