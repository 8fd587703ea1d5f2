import { LOCALE } from '#texts/locale.ts';
import { contactWays, shopFacts, shopTexts } from '#texts/shop.ts';
import { seoTexts } from '#web/texts/seo.ts';

/** The shop as schema.org's `Organization`, and its site with the search that it offers. `origin` is the shop's own. */
export function describeShop(origin: string) {
  const shop = `${origin}/#shop`;
  return {
    '@context': 'https://schema.org',
    '@graph': [
      {
        '@type': 'Organization',
        '@id': shop,
        name: shopTexts.name,
        url: `${origin}/`,
        logo: `${origin}/icon-512.png`,
        description: seoTexts.homeDescription,
        contactPoint: {
          '@type': 'ContactPoint',
          contactType: shopFacts.contactType,
          email: contactWays.email,
          telephone: contactWays.phone,
          url: `${origin}/#contact`,
        },
      },
      {
        '@type': 'WebSite',
        '@id': `${origin}/#site`,
        name: shopTexts.name,
        url: `${origin}/`,
        inLanguage: LOCALE,
        publisher: { '@id': shop },
        potentialAction: {
          '@type': 'SearchAction',
          target: { '@type': 'EntryPoint', urlTemplate: `${origin}/tools?q={search_term_string}` },
          'query-input': 'required name=search_term_string',
        },
      },
    ],
  };
}
