import { describe, expect, it } from 'vitest';
import { pageMeta, publicPageMeta } from './page-meta.ts';

const origin = 'https://shop.example';
const shop = { name: 'Toolyard' };
const args = {
  matches: [{ id: 'root', loaderData: { settings: { origin, shop } } }, { id: 'storefront/tools' }],
};
const page = { title: 'Policy', description: 'How it works', path: '/policy' };

describe('publicPageMeta', () => {
  it('appends the shop’s name to a page’s title, unless it is complete', () => {
    expect(publicPageMeta(args, page)).toContainEqual({ title: 'Policy – Toolyard' });
    const home = { ...page, title: { whole: 'Toolyard – tools' } };
    expect(publicPageMeta(args, home)).toContainEqual({ title: 'Toolyard – tools' });
  });

  it('has one absolute canonical address, wherever the page was requested', () => {
    const tags = publicPageMeta(args, page);
    expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://shop.example/policy' });
    expect(tags).toContainEqual({ property: 'og:url', content: 'https://shop.example/policy' });
  });

  it('has a share picture with all of its properties', () => {
    const pictures = publicPageMeta(args, page).flatMap((tag) =>
      'property' in tag && String(tag.property).startsWith('og:image') ? [[tag.property, tag.content]] : [],
    );
    expect(Object.fromEntries(pictures)).toEqual({
      'og:image': 'https://shop.example/share.png',
      'og:image:type': 'image/png',
      'og:image:width': '1200',
      'og:image:height': '630',
      'og:image:alt': expect.stringMatching(/\w/),
    });
  });

  it('has no address if the shop’s own is unknown', () => {
    expect(JSON.stringify(publicPageMeta({ matches: [undefined] }, page))).not.toContain('/policy');
  });
});

describe('pageMeta', () => {
  it('keeps a page out of search results, without share tags', () => {
    expect(pageMeta(args, 'My Orders', (name) => `What you ordered from ${name}`)).toEqual([
      { title: 'My Orders – Toolyard' },
      { name: 'description', content: 'What you ordered from Toolyard' },
      { name: 'robots', content: 'noindex' },
    ]);
  });
});
