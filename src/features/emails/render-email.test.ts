import { describe, expect, it } from 'vitest';
import { defaultAccent } from '#contracts/accent.ts';
import { origin, sampleEmails, shop } from '#tests/support/sample-emails.ts';
import { emailStyleSheet } from './email-style.ts';
import { greeting, renderEmail } from './render-email.ts';

const email = {
  to: 'ada@shop.example',
  subject: 'Your order',
  heading: 'It is on its way',
  paragraphs: ['Hello Ada,', 'Your order has shipped.'],
  facts: [
    ['Tool', '2 × Hammer'],
    ['Ship to', '1 Bench Street\r\nSpringfield'],
  ] as [string, string][],
  link: { label: 'View My Orders', url: 'https://shop.example/dashboard/orders?a=1&b=2' },
  closing: 'Thank you.',
  why: 'You ordered it.',
};

describe.each(Object.entries(sampleEmails))('the email %s', (_name, sample) => {
  const { html, text } = renderEmail(sample, shop, origin);

  it('uses only what mail programs support, and loads nothing', () => {
    expect(html).not.toMatch(
      /<(svg|img|script|link|div|section)\b|var\(|calc\(|display:(flex|grid)|url\(|@import/,
    );
    const styled = [...html.matchAll(/<(\w+) class="\w+"( style="[^"]+")?/g)];
    expect(styled.length).toBeGreaterThan(10);
    expect(styled.filter(([, , style]) => style === undefined)).toEqual([]);
  });

  it('starts every sentence with a capital letter', () => {
    const starts = text.split('\n').filter((line) => line !== '' && !/^(https?:|--)/.test(line));
    expect(starts.filter((line) => /^\p{Ll}/u.test(line) && !line.startsWith('hello@'))).toEqual([]);
    expect(text).not.toMatch(/[.!?] \p{Ll}/u);
  });

  it('refers to nothing that it does not have', () => {
    const labels = (sample.facts ?? []).filter(([, value]) => value !== '').map(([label]) => label);
    const words = [...sample.paragraphs, sample.closing ?? ''].join(' ');
    if (/address below/.test(words)) expect(labels.join()).toMatch(/Ship to|Send it to/);
    if (/amount below/.test(words)) expect(labels).toContain('Refunded');
    if (/reference below/.test(words)) expect(labels).toContain('Reference');
    expect(words).not.toMatch(/undefined|null|NaN|Hello ,|\s[.,]/);
  });

  it('has the same content in its plain part', () => {
    for (const part of [sample.heading, ...sample.paragraphs, sample.closing ?? '', sample.why]) {
      expect(text).toContain(part);
    }
    for (const [label, value] of sample.facts ?? []) {
      expect(text).toContain(`${label}:`);
      expect(text).toContain(value);
    }
    if (sample.link) expect(text).toContain(sample.link.url);
    expect(text).toContain('1420 Foundry Street, Springfield, OH 45502');
  });
});

it('renders the plain part', () => {
  expect(renderEmail(email, shop, origin).text).toBe(
    [
      'It is on its way',
      'Hello Ada,',
      'Your order has shipped.',
      'Tool: 2 × Hammer\nShip to:\n1 Bench Street\r\nSpringfield',
      'View My Orders:\nhttps://shop.example/dashboard/orders?a=1&b=2',
      'Thank you.',
      '--\nToolyard\n1420 Foundry Street, Springfield, OH 45502\nhello@toolyard.example · +1 (937) 555-0142\nYou ordered it.\n',
    ].join('\n\n'),
  );
});

it('keeps the line breaks of an address', () => {
  expect(renderEmail(email, shop, origin).html).toContain('1 Bench Street<br>Springfield</td>');
});

it('omits what is absent', () => {
  const { text, html } = renderEmail(
    {
      to: 'a@b.example',
      subject: 's',
      heading: 'Hi',
      paragraphs: ['Hello.'],
      why: 'So.',
    },
    shop,
    origin,
  );
  expect(text).toMatch(/^Hi\n\nHello\.\n\n--\n/);
  expect(html).not.toMatch(/scope="row"|<a /);
});

it('escapes HTML in every field', () => {
  const nasty = `<img src=x onerror="alert('1')">&`;
  const safe = '&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;';
  const { html } = renderEmail(
    {
      ...email,
      subject: nasty,
      heading: nasty,
      paragraphs: [nasty],
      facts: [[nasty, nasty]],
      link: { label: nasty, url: nasty, isSpelledOut: true },
      closing: nasty,
      why: nasty,
    },
    shop,
    origin,
  );
  expect(html.split(safe)).toHaveLength(12);
  expect(html).not.toContain('<img');
});

it('repeats its styles in one element, which a content policy can allow by its hash', () => {
  const { html } = renderEmail(email, shop, origin);
  expect(html.match(/<style>.*?<\/style>/g)).toEqual([`<style>${emailStyleSheet(defaultAccent)}</style>`]);
});

it('shows the shop’s name, address and sender', () => {
  const { html, text, fromName } = renderEmail(
    email,
    {
      ...shop,
      shop: { ...shop.shop, name: 'Bit & <Bob>' },
      contact: { ...shop.contact, address: '1 Mill Lane', phone: '555 0199' },
      email: { senderName: 'The desk' },
    },
    origin,
  );
  expect(fromName).toBe('The desk');
  expect(html).toContain('>Bit &amp; &lt;Bob&gt;</td>');
  expect(html).toContain('Bit &amp; &lt;Bob&gt;<br>1 Mill Lane<br>');
  expect(text).toContain('--\nBit & <Bob>\n1 Mill Lane\nhello@toolyard.example · 555 0199\n');
  expect(html + text).not.toContain('Toolyard');
  expect(renderEmail(email, shop, origin).fromName).toBe('Toolyard');
});

it('shows the logo in place of the mark, and the name unless the logo is wide', () => {
  const withLogo = (size: string) => {
    const logo = `${'0a'.repeat(16)}-${size}`;
    return renderEmail(email, { ...shop, look: { ...shop.look, logo } }, origin).html;
  };
  const address = `src="${origin}/logo/${'0a'.repeat(16)}/logo.png"`;
  expect(withLogo('96x96')).toContain(`${address} width="32" height="32" alt=""`);
  expect(withLogo('96x96')).toContain('>Toolyard</td>');
  expect(withLogo('384x96')).toContain(`${address} width="128" height="32" alt="Toolyard"`);
  expect(withLogo('384x96')).not.toContain('>Toolyard</td>');
});

it('keeps the subject on one line', () => {
  expect(renderEmail({ ...email, subject: 'One\r\nBcc: all@shop.example' }, shop, origin).subject).toBe(
    'One Bcc: all@shop.example',
  );
});

it.each(['Ada', 'Mary-Jane O’Neil Jr.', 'J. R. R. Tolkien', 'Ada <b>', '王小明', 'Zoë 3.'])(
  'greets %s',
  (name) => expect(greeting(name)).toBe(`Hello ${name},`),
);

it.each([
  'Win now: https://evil.example/win',
  'You won, see evil.example',
  'WWW evil example',
  'mail me@evil.example',
  'x'.repeat(81),
])('does not put %j in an email', (name) => expect(greeting(name)).toBe('Hello,'));
