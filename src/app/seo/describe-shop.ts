import type { ShopDetails } from '#contracts/shop-details.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { LOCALE } from '#texts/locale.ts';
import { shopFactTexts } from '#texts/shop.ts';

type Described = { description: string; contact: ShopDetails['contact'] };

/** Describes the shop as schema.org's `Organization`, and its site with the search that it offers. */
export function describeShop({ origin, shop }: ShopSettings, { description, contact }: Described) {
  const id = `${origin}/#shop`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': id,
        name: shop.name,
        url: `${origin}/`,
        logo: `${origin}${shop.logo?.folder ?? '/'}icon-512.png`,
        description,
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: shopFactTexts.contactType,
          email: contact.email,
          telephone: contact.phone,
          url: `${origin}/#contact`,
        },
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        name: shop.name,
        url: `${origin}/`,
        inLanguage: LOCALE,
        publisher: { '@id': id },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/tools?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
