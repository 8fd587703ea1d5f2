import { expect, it } from 'vitest';
import { publicPageMeta } from './page-meta.ts';

const origin = 'https://shop.example';
const matches = [
  { id: 'root', loaderData: { settings: { origin, shop: { name: 'Toolyard', logo: null } } } },
];
const page = { title: 'Claw hammer', description: 'Drives nails', path: '/tools/7/claw-hammer' };

/** The contents of the page's sharing tags of a picture, in order. */
const pictureTags = (picture?: Parameters<typeof publicPageMeta>[1]['picture']) =>
  publicPageMeta({ matches }, { ...page, picture }).flatMap((tag) => {
    const name = String(Reflect.get(tag, 'property') ?? Reflect.get(tag, 'name'));
    return /image|card/.test(name) ? [[name, Reflect.get(tag, 'content')]] : [];
  });

it('shares a page with its own picture, and the shop’s for sites that cannot read WebP', () => {
  const size = { width: 1600, height: 1200, type: 'image/webp' };
  expect(pictureTags({ address: '/pictures/7-1600.webp', alt: 'Claw hammer', ...size })).toEqual([
    ['og:image', `${origin}/pictures/7-1600.webp`],
    ['og:image:type', 'image/webp'],
    ['og:image:width', '1600'],
    ['og:image:height', '1200'],
    ['og:image:alt', 'Claw hammer'],
    ['og:image', `${origin}/share.png`],
    ['twitter:image', `${origin}/pictures/7-1600.webp`],
    ['twitter:image:alt', 'Claw hammer'],
    ['twitter:card', 'summary_large_image'],
  ]);
});

it('shares a page without a picture with the shop’s', () => {
  expect(pictureTags()).toEqual([
    ['og:image', `${origin}/share.png`],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', 'Toolyard'],
    ['twitter:image', `${origin}/share.png`],
    ['twitter:image:alt', 'Toolyard'],
    ['twitter:card', 'summary_large_image'],
  ]);
});
