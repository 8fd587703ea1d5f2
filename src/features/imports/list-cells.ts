import { currencyDigits, toPrice } from '#contracts/money.ts';
import { type DecimalSign, readNumber } from '#contracts/number-notation.ts';
import type { PriceBreakRow } from '#features/catalogue/prices.ts';
import type { NewSpecification } from '#features/catalogue/specification-contract.ts';
import type { NewPriceBreak } from '#features/catalogue/tool-fields-contract.ts';

/* Lists of a tool as the text of one cell, one entry per line. Specifications are `Name: Value | Unit`; a
 * backslash escapes these separators, and itself. Price breaks are `Quantity: Price`, pictures their
 * addresses. */

const mark = (text: string, sign: RegExp) => text.replace(sign, '\\$&');
const unmark = (text: string) => text.replace(/\\(.)/g, '$1').trim();

/** Formats specifications as the text of a cell; null for none. */
export function formatSpecifications(specifications: readonly NewSpecification[]): string | null {
  const lines = specifications.map(({ name, value, unit }) => {
    const start = `${mark(name, /[\\:]/g)}: ${mark(value, /[\\|]/g)}`;
    return unit ? `${start} | ${mark(unit, /\\/g)}` : start;
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Parses specifications; returns the number of the first invalid line instead. */
export function parseSpecifications(text: string): NewSpecification[] | { line: number } {
  const specifications: NewSpecification[] = [];
  for (const [index, line] of text.split(/\r\n?|\n/).entries()) {
    if (line.trim() === '') continue;
    const [, name, value, unit] = /^((?:\\.|[^\\:])+):((?:\\.|[^\\|])+)(?:\|(.*))?$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return { line: index + 1 };
    specifications.push({ name: unmark(name), value: unmark(value), unit: unmark(unit ?? '') || null });
  }
  return specifications;
}

/** Formats price breaks as the text of a cell; null for none. */
export function formatPriceBreaks(breaks: readonly PriceBreakRow[], currency: string): string | null {
  const lines = breaks.map(({ quantity, price_cents }) => {
    const price = toPrice(price_cents, currency).toFixed(currencyDigits(currency));
    return `${quantity}: ${price}`;
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

const linesOfBreaks = (text: string) => text.split(/\r\n?|\n|;/);
const BREAK = /^([^:]*):([^:]*)$/;

/** Returns the numbers in a cell of price breaks, as written. */
export const numbersOfBreaks = (text: string): string[] =>
  linesOfBreaks(text).flatMap((line) => BREAK.exec(line)?.slice(1) ?? []);

/** Parses price breaks in a file's notation; returns the number of the first invalid line instead. */
export function parsePriceBreaks(
  text: string,
  decimal: DecimalSign = '.',
): NewPriceBreak[] | { line: number } {
  const breaks: NewPriceBreak[] = [];
  for (const [index, line] of linesOfBreaks(text).entries()) {
    if (line.trim() === '') continue;
    const [quantity, price] = (BREAK.exec(line)?.slice(1) ?? []).map((cell) => readNumber(cell, decimal));
    if (typeof quantity !== 'number' || typeof price !== 'number') return { line: index + 1 };
    breaks.push({ quantity, price });
  }
  return breaks;
}

/** Formats pictures as the text of a cell; null for none. */
export const formatPictures = (pictures: readonly { img: string }[]): string | null =>
  pictures.map(({ img }) => img).join('\n') || null;

/** Parses pictures. */
export const parsePictures = (text: string): { img: string }[] =>
  text.split(/\r\n?|\n/).flatMap((line) => (line.trim() === '' ? [] : [{ img: line.trim() }]));
