import { expect, it } from 'vitest';
import { stripNonce } from './page-renderer.ts';

const nonce = 'mhAwJtQpTjGxWmX5xqZp0g';

it('lists the inline scripts that bear the mark, as they stand, and takes the mark off', () => {
  const marked = [
    `<script nonce="${nonce}">a("<b>")\n</script>`,
    `<script nonce="${nonce}" type="module" async="">import "/assets/a.js";</script>`,
    `<link nonce="${nonce}" rel="preload" href="/a.css"/>`,
  ].join('');
  expect(stripNonce(marked, nonce)).toEqual({
    html: '<script>a("<b>")\n</script><script type="module" async="">import "/assets/a.js";</script><link rel="preload" href="/a.css"/>',
    scripts: ['a("<b>")\n', 'import "/assets/a.js";'],
    styles: [],
  });
});

it('lists the inline styles that bear the mark, and no others', () => {
  const page = `<style id="sheet" nonce="${nonce}">a{color:red}</style><style>b{}</style><style nonce="guessed">c{}</style>`;
  expect(stripNonce(page, nonce)).toEqual({
    html: '<style id="sheet">a{color:red}</style><style>b{}</style><style nonce="guessed">c{}</style>',
    scripts: [],
    styles: ['a{color:red}'],
  });
});

it('lists no script that came by another way', () => {
  const strangers = [
    '<script>steal()</script>',
    '<script nonce="">steal()</script>',
    '<script nonce="guessed">steal()</script>',
    `<p nonce="${nonce}"></p><script>steal()</script>`,
    `<script>/* nonce="${nonce}" */ steal()</script>`,
  ];
  for (const stranger of strangers) expect(stripNonce(stranger, nonce).scripts).toEqual([]);
});

it('lists no script of a file of its own', () => {
  expect(stripNonce(`<script nonce="${nonce}" src="/assets/a.js"></script>`, nonce).scripts).toEqual([]);
});
