import type { MetaDescriptor } from 'react-router';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import { LOCALE } from '#texts/locale.ts';
import { DRAWN_NAME, seoTexts } from '#texts/shop.ts';

/** Open Graph (https://ogp.me) and X card tags of a page; without `origin` there are no addresses, which must
 * be absolute. */
function shareTags(
  title: string,
  description: string,
  { path, picture }: Pick<PublicPage, 'path' | 'picture'>,
  settings?: ShopSettings,
): MetaDescriptor[] {
  return [
    { property: 'og:type', content: 'website' },
    ...(settings ? [{ property: 'og:site_name', content: settings.shop.name }] : []),
    { property: 'og:locale', content: LOCALE.replace('-', '_') },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(settings ? addressTags(settings, path, picture) : []),
    {
      name: 'twitter:card',
      content: settings && (picture ?? sharePicture(settings)) ? 'summary_large_image' : 'summary',
    },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
  ];
}

/** The address of the picture for shared links; undefined for a shop with another name than the drawn one and
 * no logo. */
function sharePicture({ origin, shop }: ShopSettings): string | undefined {
  if (!shop.logo && shop.name !== DRAWN_NAME) return undefined;
  return `${origin}${shop.logo?.folder ?? '/'}share.png`;
}

/** The page's address and picture: its own, followed by the shop's for sites that can't read WebP (the first
 * readable one counts, https://ogp.me/#array). The shop's is 1200 × 630, a shape that no site crops. */
function addressTags(settings: ShopSettings, path: string, picture?: SharedPicture): MetaDescriptor[] {
  const address = { property: 'og:url', content: settings.origin + path };
  const shops = sharePicture(settings);
  const size = { width: 1200, height: 630, alt: settings.shop.name };
  const first = picture ?? (shops && { ...size, address: shops, type: 'image/png' });
  if (!first) return [address];
  const url = new URL(first.address, settings.origin).href;
  return [
    address,
    { property: 'og:image', content: url },
    { property: 'og:image:type', content: first.type },
    { property: 'og:image:width', content: String(first.width) },
    { property: 'og:image:height', content: String(first.height) },
    { property: 'og:image:alt', content: first.alt },
    ...(picture && shops ? [{ property: 'og:image', content: shops }] : []),
    { name: 'twitter:image', content: url },
    { name: 'twitter:image:alt', content: first.alt },
  ];
}

/** A picture that sites show of a shared link. Sizes are in pixels. */
type SharedPicture = { address: string; type: string; width: number; height: number; alt: string };

type PublicPage = {
  /** The home page has its own title. */
  title: string | { whole: string };
  description: string;
  /** The page's canonical path for search engines. */
  path: string;
  /** The page's own picture; by default the shop's. */
  picture?: SharedPicture | undefined;
};

/** The surrounding routes that a route's `meta` receives; the root's loader data has the shop's settings. */
type Matches = readonly ({ id: string; loaderData?: unknown } | undefined)[];
export type PageArgs = { matches: Matches };

/** Builds a route's `meta` with title ('My Orders – …') and description for a page that is not indexed. */
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

/** Builds the meta tags of a public page. Addresses use the shop's origin, never a request's host. Link
 * previews run no scripts: these tags are only rendered on the server. */
export function publicPageMeta(
  { matches }: PageArgs,
  { title, description, path, picture }: PublicPage,
): MetaDescriptor[] {
  const settings = settingsIn(matches);
  const { origin, shop } = settings ?? {};
  const fullTitle = typeof title === 'string' ? seoTexts.pageTitle(title, shop?.name) : title.whole;
  return [
    { title: fullTitle },
    { name: 'description', content: description },
    { name: 'robots', content: 'max-image-preview:large' },
    ...(origin ? [{ tagName: 'link' as const, rel: 'canonical', href: origin + path }] : []),
    ...(import.meta.env.SSR ? shareTags(fullTitle, description, { path, picture }, settings) : []),
  ];
}

/** Returns the shop's settings; `undefined` on an error page without them. */
export function settingsIn(matches: Matches): ShopSettings | undefined {
  const root = matches.find((match) => match?.id === 'root')?.loaderData;
  return (root as { settings: ShopSettings } | undefined)?.settings;
}
