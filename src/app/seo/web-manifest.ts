import type { LoaderFunctionArgs } from 'react-router';
import { logoOfPages } from '#contracts/shop-details.ts';
import { getDetailsCall } from '#features/shop-details/contract.ts';
import { LOCALE } from '#texts/locale.ts';
import { seoTexts } from '#texts/shop.ts';
import { apiContext } from '#ui/client/load-context.ts';
import { paperColours } from '#ui/theme.ts';

const icons = [
  { src: 'icon-192.png', sizes: '192x192', purpose: 'any' },
  { src: 'icon-512.png', sizes: '512x512', purpose: 'any' },
  { src: 'icon-maskable-512.png', sizes: '512x512', purpose: 'maskable' },
];

/** `GET /manifest.webmanifest`: what a browser needs to install the shop on a home screen (W3C, Web
 * Application Manifest). */
export async function loader({ context }: LoaderFunctionArgs): Promise<Response> {
  const { shop, look } = await context.get(apiContext).call(getDetailsCall, {});
  const folder = logoOfPages(look.logo)?.folder ?? '/';
  const manifest = {
    id: '/',
    name: seoTexts.homeTitle(shop.name, shop.tagline),
    short_name: shop.name,
    description: shop.appDescription,
    lang: LOCALE,
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: paperColours.light,
    theme_color: paperColours.light,
    icons: icons.map((icon) => ({ ...icon, src: folder + icon.src, type: 'image/png' })),
  };
  return Response.json(manifest, { headers: { 'content-type': 'application/manifest+json; charset=utf-8' } });
}
