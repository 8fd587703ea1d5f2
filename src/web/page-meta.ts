import type { MetaDescriptor } from 'react-router';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { foundTexts } from '#texts/found.ts';
import { LOCALE } from '#texts/locale.ts';

/** A page that is to be found and shared. */
type PublicPage = {
  /** Left out on the home page, which is named by the shop. */
  title?: string;
  description: string;
  /** The one address that search engines are to keep of the page, whatever else leads to it. */
  path: string;
};

/** What a route's `meta` is given of the pages round its own; the root's loader has the shop's settings. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];

/** What sharers show of every page: 1200 × 630, the shape that they cut nothing off. */
const sharePicture = { path: '/share.png', type: 'image/png', width: '1200', height: '630' };

/** Title ('My Orders – Toolyard') and description of a page that search engines leave alone, for a route's `meta`. */
export function pageMeta(title: string, description: string): MetaDescriptor[] {
  return [
    { title: foundTexts.pageTitle(title) },
    { name: 'description', content: description },
    { name: 'robots', content: 'noindex' },
  ];
}

/**
 * What search engines and sharers are told of a page, for a route's `meta`: title, description, canonical address, Open
 * Graph (https://ogp.me) and X's card. Addresses are absolute, on the shop's own origin and never on a request's host.
 */
export function publicPageMeta(
  { matches }: { matches: Matches },
  { title, description, path }: PublicPage,
): MetaDescriptor[] {
  const fullTitle = title ? foundTexts.pageTitle(title) : foundTexts.homeTitle;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { name: 'robots', content: 'max-image-preview:large' },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: foundTexts.shopName },
    { property: 'og:locale', content: LOCALE.replace('-', '_') },
    { property: 'og:title', content: fullTitle },
    { property: 'og:description', content: description },
    ...addressTags(originIn(matches), path),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: fullTitle },
    { name: 'twitter:description', content: description },
  ];
}

function addressTags(origin: string | undefined, path: string): MetaDescriptor[] {
  if (!origin) return [];
  const picture = origin + sharePicture.path;
  return [
    { tagName: 'link', rel: 'canonical', href: origin + path },
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: sharePicture.type },
    { property: 'og:image:width', content: sharePicture.width },
    { property: 'og:image:height', content: sharePicture.height },
    { property: 'og:image:alt', content: foundTexts.shareAlt },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: foundTexts.shareAlt },
  ];
}

/** The shop's origin; `undefined` on the page that stands in when the settings could not be had. */
function originIn(matches: Matches): string | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return (root as { settings: ShopSettings } | undefined)?.settings.origin;
}
