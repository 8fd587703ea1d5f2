import type { MetaDescriptor } from 'react-router';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { LOCALE } from '#texts/locale.ts';
import { DRAWN_NAME, seoTexts } from '#texts/shop.ts';

/** Open Graph (https://ogp.me) and X's card of a page; without `origin` no addresses, which are absolute. */
function shareTags(
  title: string,
  description: string,
  path: string,
  settings?: ShopSettings,
): MetaDescriptor[] {
  return [
    { property: 'og:type', content: 'website' },
    ...(settings ? [{ property: 'og:site_name', content: settings.shop.name }] : []),
    { property: 'og:locale', content: LOCALE.replace('-', '_') },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(settings ? addressTags(settings, path) : []),
    { name: 'twitter:card', content: settings && sharePicture(settings) ? 'summary_large_image' : 'summary' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
  ];
}

/** The address of the picture that sharers show; a shop of another name than the
 * drawn one has none without a logo. */
function sharePicture({ origin, shop }: ShopSettings): string | undefined {
  if (!shop.logo && shop.name !== DRAWN_NAME) return undefined;
  return `${origin}${shop.logo?.folder ?? '/'}share.png`;
}

/** The picture is 1200 × 630, the shape that none of the sharers cuts. */
function addressTags(settings: ShopSettings, path: string): MetaDescriptor[] {
  const alt = settings.shop.name;
  const picture = sharePicture(settings);
  const address = { property: 'og:url', content: settings.origin + path };
  if (!picture) return [address];
  return [
    address,
    { property: 'og:image', content: picture },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:alt', content: alt },
    { name: 'twitter:image', content: picture },
    { name: 'twitter:image:alt', content: alt },
  ];
}

type PublicPage = {
  /** The home page has one of its own. */
  title: string | { whole: string };
  description: string;
  /** The one address that search engines are to keep of the page, whatever else leads to it. */
  path: string;
};

/** What a route's `meta` is given of the pages round its own; the root's loader has the shop's settings. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];
export type PageArgs = { matches: Matches };

/** Title ('My Orders – …') and description of a page that search engines
 * leave alone, for a route's `meta`. */
export function pageMeta(
  { matches }: PageArgs,
  title: string,
  description: string | ((shop: string) => string),
): MetaDescriptor[] {
  const shop = settingsIn(matches)?.shop.name;
  return [
    { title: seoTexts.pageTitle(title, shop) },
    { name: 'description', content: typeof description === 'string' ? description : description(shop ?? '') },
    { name: 'robots', content: 'noindex' },
  ];
}

/** Addresses are on the shop's origin, never a request's host. Sharers run no scripts:
 * only the server writes for them. */
export function publicPageMeta(
  { matches }: PageArgs,
  { title, description, path }: PublicPage,
): MetaDescriptor[] {
  const settings = settingsIn(matches);
  const { origin, shop } = settings ?? {};
  const fullTitle = typeof title === 'string' ? seoTexts.pageTitle(title, shop?.name) : title.whole;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { name: 'robots', content: 'max-image-preview:large' },
    ...(origin ? [{ tagName: 'link' as const, rel: 'canonical', href: origin + path }] : []),
    ...(import.meta.env.SSR ? shareTags(fullTitle, description, path, settings) : []),
  ];
}

/** The shop's settings; `undefined` on the page that stands in when they could not be had. */
export function settingsIn(matches: Matches): ShopSettings | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return (root as { settings: ShopSettings } | undefined)?.settings;
}
