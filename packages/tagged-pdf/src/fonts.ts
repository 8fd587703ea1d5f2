import { readFileSync } from 'node:fs';
import * as fontkit from 'fontkit';

export type Weight = 'regular' | 'bold';

/** Each font covers scripts that those before it lack; `scripts/subset-invoice-fonts.ts` makes them. */
const files = {
  regular: 'regular.ttf',
  bold: 'bold.ttf',
  symbols: 'symbols.ttf',
  hebrew: 'hebrew.ttf',
  arabic: 'arabic.ttf',
  thai: 'thai.ttf',
  japanese: 'japanese.otf',
  korean: 'korean.otf',
  chinese: 'chinese.otf',
};
export type FontName = keyof typeof files;

type LoadedFont = { bytes: Buffer; has(character: string): boolean; ascent: number };
const loaded = new Map<FontName, LoadedFont>();

/** A font, loaded on first use: most invoices need two. `ascent`: its height above the baseline, as a share
 * of its size. */
export function fontOf(name: FontName): LoadedFont {
  const known = loaded.get(name);
  if (known) return known;
  const bytes = readFileSync(new URL(`../fonts/${files[name]}`, import.meta.url));
  const font = fontkit.create(bytes) as fontkit.Font;
  const has = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const made = { bytes, has, ascent: font.ascent / font.unitsPerEm };
  loaded.set(name, made);
  return made;
}

/** The fonts for a text, in order of preference. Chinese characters look different in each country; which
 * variant is meant is inferred from the letters next to them. */
export function fontsFor(text: string, weight: Weight, isRightToLeft: boolean): FontName[] {
  const scripts: FontName[] = /\p{Script=Arabic}/u.test(text) ? ['arabic', 'hebrew'] : ['hebrew', 'arabic'];
  const around: FontName[] = [weight, 'symbols', 'thai'];
  return [...(isRightToLeft ? [...scripts, ...around] : [...around, ...scripts]), ...eastAsian(text)];
}

function eastAsian(text: string): FontName[] {
  if (/\p{Script=Hangul}/u.test(text)) return ['korean', 'japanese', 'chinese'];
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text);
  const han = text.match(/\p{Script=Han}/gu) ?? [];
  return isJapanese || han.length === 0 || han.every((each) => fontOf('japanese').has(each))
    ? ['japanese', 'chinese', 'korean']
    : ['chinese', 'japanese', 'korean'];
}
