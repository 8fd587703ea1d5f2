import { expect, it } from 'vitest';
import { pageMeta } from './page-meta.ts';

it('puts the shop’s name behind a page’s title', () => {
  expect(pageMeta('Policy', 'How it works')).toContainEqual({ title: 'Policy – Toolyard' });
});

it('gives the home page a title of its own', () => {
  expect(pageMeta(undefined, 'Tools')).toContainEqual({
    title: 'Toolyard – hand tools, power tools and machines',
  });
});

it('names the canonical address of a public page only', () => {
  const canonical = { tagName: 'link', rel: 'canonical', href: '/tools' };
  expect(pageMeta('Tools', 'All tools', '/tools')).toContainEqual(canonical);
  expect(pageMeta('Tool', 'One tool').filter((tag) => 'rel' in tag)).toEqual([]);
});
