import { expect, it } from 'vitest';
import { mailStyle } from '#contracts/mail-style.ts';
import { writeLetter } from './letter.ts';

const letter = {
  to: 'ada@shop.example',
  subject: 'Your order',
  paragraphs: ['Hello Ada,', 'it is on its way.'],
  facts: [['Tool', '2 × Hammer'] as [string, string]],
  link: { label: 'My orders', url: 'https://shop.example/dashboard/orders?a=1&b=2' },
  closing: 'Thank you.',
};

it('writes the plain form', () => {
  expect(writeLetter(letter).text).toBe(
    [
      'Hello Ada,',
      'it is on its way.',
      'Tool: 2 × Hammer',
      'My orders:\nhttps://shop.example/dashboard/orders?a=1&b=2',
      'Thank you.',
      'Toolyard\n',
    ].join('\n\n'),
  );
});

it('leaves out what there is not', () => {
  const { text, html } = writeLetter({ to: 'a@b.example', subject: 's', paragraphs: ['Hello.'] });
  expect(text).toBe('Hello.\n\nToolyard\n');
  expect(html).not.toMatch(/<table|<a /);
});

it('takes everything as text', () => {
  const nasty = `<img src=x onerror="alert('1')">&`;
  const safe = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
  const { html } = writeLetter({
    ...letter,
    subject: nasty,
    paragraphs: [nasty],
    facts: [[nasty, nasty]],
    link: { label: nasty, url: nasty },
    closing: nasty,
  });
  expect(html.split(safe)).toHaveLength(8);
  expect(html).not.toContain('<img');
});

it('brings its style in one piece, which a content policy can name by its hash', () => {
  const { html } = writeLetter(letter);
  expect(html.match(/<style>.*?<\/style>/g)).toEqual([`<style>${mailStyle}</style>`]);
  expect(html).not.toContain(' style=');
});

it('keeps the subject on one line', () => {
  expect(writeLetter({ ...letter, subject: 'One\r\nBcc: all@shop.example' }).subject).toBe(
    'One Bcc: all@shop.example',
  );
});
