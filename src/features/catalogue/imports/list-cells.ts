import type { NewSpecification } from '../specification-contract.ts';

/*
 * Lists of a tool as the text of one cell: a line each, `Name: Value | Unit`. A backslash makes a sign that parts them one of
 * the text, and itself.
 */

const mark = (text: string, sign: RegExp) => text.replace(sign, '\\$&');
const unmark = (text: string) => text.replace(/\\(.)/g, '$1').trim();

/** Specifications as the text of a cell; null for none. */
export function formatSpecifications(specifications: readonly NewSpecification[]): string | null {
  const lines = specifications.map(({ name, value, unit }) => {
    const start = `${mark(name, /[\\:]/g)}: ${mark(value, /[\\|]/g)}`;
    return unit ? `${start} | ${mark(unit, /\\/g)}` : start;
  });
  return lines.length > 0 ? lines.join('\n') : null;
}

/** Reads them back; where a line is not one, the number of it. */
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
