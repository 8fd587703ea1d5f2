import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { cutPieces, keepUnits, SavedText } from './saved-text.tsx';

const drawn = (text: string) => renderToStaticMarkup(createElement(SavedText, { text }));

describe('keepUnits', () => {
  it.each([
    ['Circular saw, 190 mm, 1,400 W', 'Circular saw, 190_mm, 1,400_W'],
    ['Cordless combi drill, 18 V, 60 Nm', 'Cordless combi drill, 18_V, 60_Nm'],
    ['Smoothing plane, No. 4, 50 mm iron', 'Smoothing plane, No._4, 50_mm iron'],
    ['Belt sander, 76 × 533 mm', 'Belt sander, 76_×_533_mm'],
    ['Heat gun, 50 to 630 °C', 'Heat gun, 50 to 630_°C'],
    ['Hand saw, 8 points', 'Hand saw, 8_points'],
  ])('%s', (text, kept) => {
    expect(keepUnits(text)).toBe(kept.replaceAll('_', '\u00a0'));
  });

  it('keeps normal spaces between words', () => {
    for (const text of ['Set of 5 models', 'Box level, three vials', '12 Valves', 'Type 2 and up']) {
      expect(keepUnits(text)).toBe(text);
    }
  });
});

describe('SavedText', () => {
  it('keeps part numbers and ranges on one line', () => {
    expect(drawn('Kestrel spanner SPN-5275E, long')).toBe(
      'Kestrel spanner <span class="whitespace-nowrap">SPN-5275E,</span> long',
    );
    expect(drawn('Framing nailer, 50–90 mm')).toBe(
      'Framing nailer, <span class="whitespace-nowrap">50–90</span>\u00a0mm',
    );
    expect(drawn('G-clamp, 150 mm')).toBe('<span class="whitespace-nowrap">G-clamp,</span> 150\u00a0mm');
  });

  it('lets words, and part numbers of more than 16 characters, break after their hyphens', () => {
    for (const text of ['Bevel-edge chisel', 'SDS-Plus rotary hammer', 'Spanner SPN-5275E-0000-1111-2222']) {
      expect(drawn(text)).toBe(text);
    }
  });
});

it('gives each piece of a text its own position', () => {
  const places = cutPieces('SPN-5275E G-clamp 50–90').map(({ at, piece }) => [at, piece]);
  expect(places).toEqual([
    [0, 'SPN-5275E'],
    [9, ' '],
    [10, 'G-clamp'],
    [17, ' '],
    [18, '50–90'],
  ]);
});
