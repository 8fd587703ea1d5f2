import { getDocumentProxy } from 'unpdf';
import { describe, expect, it } from 'vitest';
import { closeSheet, openSheet } from './index.ts';

/** A page with a text a line, `width` points wide: what a reader finds on it, and its bytes. */
async function write(texts: string[], width = 400) {
  const sheet = openSheet({
    ...{ size: 'A4', margin: 48, title: 'Words', subject: 'Words', creator: 'Tests', language: 'en' },
    ...{ at: new Date('2026-11-23T00:00:00Z'), toDrawnText: (text) => text },
  });
  let y = 48;
  for (const text of texts) y += sheet.write(sheet.root, 'P', text, { x: 48, y, width });
  const pdf = await closeSheet(sheet);
  const document = await getDocumentProxy(new Uint8Array(pdf));
  const { items } = await (await document.getPage(1)).getTextContent();
  const page = items.map((item) => ('str' in item ? item.str : '')).join(' ');
  return { page, raw: pdf.toString('latin1'), height: y - 48 };
}

describe('a sheet', () => {
  it.each([
    ['signs', 'Rod ⌀ 13 ≤ M8 → M10, √2 ≥ 1', /NotoSansMath/],
    ['Japanese', '電動ドリル 髙﨑市', /NotoSansJP/],
    ['Chinese', '电动螺丝刀 北京市朝阳区', /NotoSansHans/],
    ['Korean', '전동 드라이버 서울특별시', /NotoSansKR/],
    ['Thai', 'ถนนสุขุมวิท', /NotoSansThai/],
    ['Vietnamese', 'Đường Nguyễn Huệ, ẵ ế', /NotoSans-/],
  ])('writes %s', async (_, text, font) => {
    const { page, raw } = await write([text]);
    expect(page.replace(/\s+/g, '')).toContain(text.replace(/\s+/g, ''));
    expect(raw).toMatch(font);
    expect(page).not.toContain('\ufffd');
  });

  it('writes right-to-left text, with figures left to right and mirrored brackets', async () => {
    const name = 'מברגה 18V כולל 25 סוללות (סט)';
    const address = 'مفك براغي 42 قطعة';
    const { page, raw } = await write([name, address]);
    // Expects these words from left to right; each keeps its letters in reading order.
    const stands = (words: string[]) => expect(page.replace(/\s+/g, ' ')).toContain(words.join(' '));
    stands(['( סט', ') סוללות', '25', 'כולל', '18V', 'מברגה']);
    stands(['قطعة', '42', 'مفك براغي']);
    // Text as a PDF encodes it (ISO 32000-1, 7.3.4.2).
    const written = (text: string) =>
      Buffer.from(text, 'utf16le')
        .swap16()
        .toString('latin1')
        .replace(/[()\\]/g, '\\$&');
    for (const text of [name, address]) expect(raw).toContain(`/ActualText (${written(`\ufeff${text}`)})`);
  });

  it('breaks a text between its words, and between its letters where a word is wider than its place', async () => {
    const { page, height } = await write(['A claw hammer for roofers'], 60);
    const { height: one } = await write(['A']);
    expect(page.replace(/ +/g, ' ').trim()).toBe('A claw hammer for roofers');
    expect(height).toBeCloseTo(3 * one);
    const long = await write(['x'.repeat(40)], 60);
    expect(long.page.replace(/ /g, '')).toBe('x'.repeat(40));
    expect(long.height).toBeCloseTo(4 * one);
  });
});
