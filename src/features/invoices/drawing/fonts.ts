import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as fontkit from 'fontkit';

export type Weight = 'regular' | 'bold';

const own = (file: string) => new URL(`./fonts/${file}`, import.meta.url).href;
const noto = (file: string) => import.meta.resolve(`@expo-google-fonts/noto-sans/${file}`);

/** Each font for the scripts that those before it lack; how they were made is in
 * `scripts/subset-invoice-fonts.ts`. */
const files = {
  regular: noto('400Regular/NotoSans_400Regular.ttf'),
  bold: noto('600SemiBold/NotoSans_600SemiBold.ttf'),
  symbols: own('symbols.ttf'),
  hebrew: own('hebrew.ttf'),
  arabic: own('arabic.ttf'),
  thai: own('thai.ttf'),
  japanese: own('japanese.otf'),
  korean: own('korean.otf'),
  chinese: own('chinese.otf'),
};
export type FontName = keyof typeof files;
export const fontNames = Object.keys(files) as FontName[];

/** Those whose letters are not joined or moved: reading the tables that say how takes 300 ms a document. */
const PLAIN: readonly FontName[] = ['regular', 'bold'];

type LoadedFont = { bytes: Buffer; has(character: string): boolean; ascent: number };
const loaded = new Map<FontName, LoadedFont>();

/** A font, read when it is needed first: most invoices need two. `ascent`: how high it is over
 * its line, as a share of its size. */
export function fontOf(name: FontName): LoadedFont {
  const known = loaded.get(name);
  if (known) return known;
  const file = readFileSync(fileURLToPath(files[name]));
  const bytes = PLAIN.includes(name) ? withoutTables(file) : file;
  const font = fontkit.create(bytes) as fontkit.Font;
  const has = (character: string) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  const made = { bytes, has, ascent: font.ascent / font.unitsPerEm };
  loaded.set(name, made);
  return made;
}

/** A font without the tables by which letters are joined and moved. Their entries in the directory (OpenType
 * 1.9, 'Table Directory') get a name that nobody looks for. */
function withoutTables(font: Buffer): Buffer {
  const [entries, size] = [12, 16];
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const at = entries + index * size;
    if (['GSUB', 'GPOS', 'GDEF'].includes(font.toString('latin1', at, at + 4)))
      font.write('none', at, 'latin1');
  }
  return font;
}

/** The fonts to draw a text with, the first that has a letter first. Chinese characters look otherwise in
 * each country: whose they are is told by the letters beside them. */
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
