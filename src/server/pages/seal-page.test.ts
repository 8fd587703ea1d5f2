import { expect, it } from 'vitest';
import { sealPage } from './seal-page.ts';

const mark = 'mhAwJtQpTjGxWmX5xqZp0g';

it('lists the inline scripts that bear the mark, as they stand, and takes the mark off', () => {
  const marked = [
    `<script nonce="${mark}">a("<b>")\n</script>`,
    `<script nonce="${mark}" type="module" async="">import "/assets/a.js";</script>`,
    `<link nonce="${mark}" rel="preload" href="/a.css"/>`,
  ].join('');
  expect(sealPage(marked, mark)).toEqual({
    html: '<script>a("<b>")\n</script><script type="module" async="">import "/assets/a.js";</script><link rel="preload" href="/a.css"/>',
    scripts: ['a("<b>")\n', 'import "/assets/a.js";'],
    styles: [],
  });
});

it('lists the inline styles that bear the mark, and no others', () => {
  const page = `<style id="sheet" nonce="${mark}">a{color:red}</style><style>b{}</style><style nonce="guessed">c{}</style>`;
  expect(sealPage(page, mark)).toEqual({
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
    `<p nonce="${mark}"></p><script>steal()</script>`,
    `<script>/* nonce="${mark}" */ steal()</script>`,
  ];
  for (const stranger of strangers) expect(sealPage(stranger, mark).scripts).toEqual([]);
});

it('lists no script of a file of its own', () => {
  expect(sealPage(`<script nonce="${mark}" src="/assets/a.js"></script>`, mark).scripts).toEqual([]);
});
