import type { MetaDescriptor } from 'react-router';
import { LOCALE } from '#texts/locale.ts';
import { shopFacts, shopTexts } from '#texts/shop.ts';

/** What sharers show of every page: 1200 × 630, the shape that none of them cuts. */
const picture = { path: '/share.png', type: 'image/png', width: '1200', height: '630' };

/** A page as it is shared. `path` is its canonical one, `origin` the shop's own; `undefined` where that is not known. */
type SharedPage = { title: string; description: string; path: string; origin: string | undefined };

/** Open Graph (https://ogp.me) and X's card of a page, its addresses absolute. */
export function shareTags({ title, description, path, origin }: SharedPage): MetaDescriptor[] {
  return [
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: shopTexts.name },
    { property: 'og:locale', content: LOCALE.replace('-', '_') },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    ...(origin ? addressTags(origin, path) : []),
    { name: 'twitter:card', content: 'summary_large_image' },
    { name: 'twitter:title', content: title },
    { name: 'twitter:description', content: description },
  ];
}

function addressTags(origin: string, path: string): MetaDescriptor[] {
  return [
    { property: 'og:url', content: origin + path },
    { property: 'og:image', content: origin + picture.path },
    { property: 'og:image:type', content: picture.type },
    { property: 'og:image:width', content: picture.width },
    { property: 'og:image:height', content: picture.height },
    { property: 'og:image:alt', content: shopFacts.sharePicture },
    { name: 'twitter:image', content: origin + picture.path },
    { name: 'twitter:image:alt', content: shopFacts.sharePicture },
  ];
}
