import bidiFactory from 'bidi-js';
import { type FontName, fontOf, fontsFor, type Weight } from './fonts.ts';

/** A piece of text in one font and direction, in reading order. */
export type Run = { text: string; font: FontName; isRightToLeft: boolean };

const bidi = bidiFactory();
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Scripts in which a line may break without a space, between words or characters. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
/** Characters that must not begin a line. */
const CLOSING = /^[\p{Pe}\p{Pf}\p{Po}ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々]/u;

const words = new Intl.Segmenter('en', { granularity: 'word' });
const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });
const segmentsOf = (segmenter: Intl.Segmenter, text: string) =>
  [...segmenter.segment(text)].map(({ segment }) => segment);

/** Replaces a character that no font has: PDF/A allows no missing glyph (ISO 19005-3, 6.2.11.8). */
const UNKNOWN = '\ufffd';

/** Whether every character of a text can be drawn. */
export const isDrawable = (text: string): boolean =>
  runsOf(text, 'regular', false).every((run) => !run.text.includes(UNKNOWN));

export const isRightToLeft = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/** Breaks a text into lines of at most `width`, each as its runs from left to
 * right. `widthOf` measures one run. */
export function breakLines(
  text: string,
  width: number,
  { weight, widthOf }: { weight: Weight; widthOf: (run: Run) => number },
): Run[][] {
  const widthOfText = (part: string) =>
    runsOf(part, weight, false).reduce((sum, run) => sum + widthOf(run), 0);
  return text.split('\n').flatMap((paragraph) => {
    const levels = isRightToLeft(paragraph) ? bidi.getEmbeddingLevels(paragraph).levels : undefined;
    let start = 0;
    return linesOf(paragraph, width, widthOfText).map((line) => {
      const levelsOfLine = levels?.slice(start, start + line.length);
      start += line.length;
      return visualRuns(line.trimEnd(), levelsOfLine, weight);
    });
  });
}

/** The lines of a paragraph in reading order; joined, they are the whole paragraph. */
function linesOf(paragraph: string, width: number, widthOf: (text: string) => number): string[] {
  const lines: string[] = [];
  let line = '';
  let used = 0;
  const add = (part: string, needed: number) => {
    line += part;
    used += needed;
  };
  const end = () => {
    if (line !== '') lines.push(line);
    line = '';
    used = 0;
  };
  for (const part of partsOf(paragraph)) {
    const needed = widthOf(part);
    if (used + needed <= width || used + widthOf(part.trimEnd()) <= width) add(part, needed);
    else if (widthOf(part.trimEnd()) <= width) {
      end();
      add(part, needed);
    } else {
      for (const letter of segmentsOf(letters, part)) {
        const one = widthOf(letter);
        if (used + one > width) end();
        add(letter, one);
      }
    }
  }
  end();
  return lines.length > 0 ? lines : [''];
}

/** The unbreakable parts of a paragraph: words with the space after them. */
function partsOf(paragraph: string): string[] {
  const parts: string[] = [];
  for (const segment of segmentsOf(words, paragraph)) {
    const last = parts.at(-1);
    const isBroken =
      last === undefined ||
      / $|[\p{L}\p{N}][-‐–—/]$/u.test(last) ||
      (UNSPACED.test(last.slice(-1)) && !CLOSING.test(segment)) ||
      (UNSPACED.test(segment) && !/[\p{Ps}\p{Pi}]$/u.test(last) && !CLOSING.test(segment));
    if (isBroken && segment !== ' ') parts.push(segment);
    else parts.push((parts.pop() ?? '') + segment);
  }
  return parts;
}

/** The runs of a line in visual order from left to right (UAX 9, rule L2). */
function visualRuns(line: string, levels: Uint8Array | undefined, weight: Weight): Run[] {
  if (!levels) return runsOf(line, weight, false);
  const runs: (Run & { level: number })[] = [];
  let start = 0;
  for (let end = 1; end <= line.length; end += 1) {
    const level = levels[start] ?? 0;
    if (end < line.length && levels[end] === level) continue;
    const part = line.slice(start, end);
    const isBackwards = level % 2 === 1;
    const ofPart = runsOf(isBackwards ? mirrored(part) : part, weight, isBackwards);
    runs.push(...ofPart.map((run) => ({ ...run, level })));
    start = end;
  }
  const highest = Math.max(0, ...runs.map(({ level }) => level));
  return range(highest).reduce(turnFrom, runs).map(asDrawn);
}

/** The embedding levels from the highest down to 1. */
const range = (highest: number) => Array.from({ length: highest }, (_, index) => highest - index);

/** Mirrors brackets in right-to-left text (rule L4). */
const mirrored = (text: string) =>
  [...text].map((character) => bidi.getMirroredCharacter(character) ?? character).join('');

/** Reverses every sequence of runs at this level or higher. */
function turnFrom<Leveled extends { level: number }>(runs: Leveled[], level: number): Leveled[] {
  const turned: Leveled[] = [];
  let row: Leveled[] = [];
  for (const run of runs) {
    if (run.level >= level) row.unshift(run);
    else {
      turned.push(...row, run);
      row = [];
    }
  }
  return [...turned, ...row];
}

/** Reverses neutral characters here; right-to-left letters are reversed by their font. */
const asDrawn = (run: Run): Run => {
  if (!run.isRightToLeft || isRightToLeft(run.text)) return run;
  return { ...run, text: [...run.text].reverse().join(''), isRightToLeft: false };
};

/** Splits a text into runs of one font each. */
function runsOf(text: string, weight: Weight, isBackwards: boolean): Run[] {
  const first = fontOf(weight);
  if (!isBackwards && [...text].every(first.has)) return text === '' ? [] : [plainRun(text, weight)];
  const fonts = fontsFor(text, weight, isBackwards);
  const runs: Run[] = [];
  for (const letter of segmentsOf(letters, text)) {
    for (const { text: piece, font } of drawnBy(letter, fonts, weight)) {
      const last = runs.at(-1);
      if (last?.font === font) last.text += piece;
      else runs.push({ text: piece, font, isRightToLeft: isBackwards });
    }
  }
  return runs;
}

const plainRun = (text: string, font: FontName): Run => ({ text, font, isRightToLeft: false });

/** Draws a letter in one font if it has all of its characters, otherwise character by character. */
function drawnBy(letter: string, fonts: FontName[], weight: Weight): Pick<Run, 'text' | 'font'>[] {
  const characters = [...letter];
  const whole = fonts.find((font) => characters.every(fontOf(font).has));
  if (whole) return [{ text: letter, font: whole }];
  if (characters.length === 1) return [{ text: UNKNOWN, font: weight }];
  return characters.flatMap((character) => drawnBy(character, fonts, weight));
}
