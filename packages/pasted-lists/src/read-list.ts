import { isOnlyNumbers, type KnownNumbers, markNumbers } from './known-numbers.ts';
import { shortened } from './line-words.ts';
import { countOf, type ReadQuantity, readQuantity } from './read-quantity.ts';

/** A line of a pasted list: its number in the pasted text, from 1, its raw text, and what it requests. */
export type PastedLine = { line: number; raw: string } & ReadLine;

/** `numbers`: the shop's part numbers on the line, in lower case; `isCut`: the line was longer than any
 * tool's name, so words of it are omitted. */
type ReadLine = { numbers: string[]; isCut: boolean } & ReadQuantity;

/** More columns than a list of tools has. */
const MOST_CELLS = 40;

const heads = {
  quantity: /^(?:qty|quantity|qnty|count|amount|pcs|pieces|units|no\. of units)\.?$/i,
  text: /^(?:(?:part|item|article|art|sku|product|tool|model)\.?(?: ?(?:no|number|name|code|#|id))?\.?|name|description|sku)$/i,
  ignored:
    /^(?:(?:unit |list |net )?price(?: each)?|(?:line |sub)?total|sum|cost|currency|unit|uom|#|no\.?|pos\.?|line|notes?|remarks?)$/i,
};

type Columns = { separator: string; quantity: number; text: number[] };

/** The pieces of a pasted text that may be part numbers. */
export function piecesToLookUp(text: string): string[] {
  const pieces = new Set<string>();
  readList(text, (piece) => {
    pieces.add(piece);
    return [];
  });
  return [...pieces];
}

/** The non-empty lines of a pasted text. A first line with column names determines the columns. A part number
 * is never a quantity. */
export function readList(text: string, known: KnownNumbers): PastedLine[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((raw, index) => ({ line: index + 1, raw: raw.trim() }))
    .filter(({ raw }) => raw !== '');
  const columns = columnsOf(lines[0]?.raw ?? '');
  if (columns) return lines.slice(1).map((each) => ({ ...each, ...readRow(each.raw, columns, known) }));
  const isNumbered = lines.length > 1 && lines.every(({ raw }, index) => raw.startsWith(`${index + 1}. `));
  return lines.map(({ line, raw }) => ({ line, raw, ...readLine(raw, isNumbered, known) }));
}

function columnsOf(head: string): Columns | undefined {
  const separator = ['\t', ';', '|', ','].find((sign) => head.includes(sign));
  if (!separator) return undefined;
  const names = cellsOf(head, separator);
  const isKnown = names.every((name) => Object.values(heads).some((pattern) => pattern.test(name)));
  const [quantity, ...others] = indexesOf(names, heads.quantity);
  const text = indexesOf(names, heads.text);
  if (!isKnown || quantity === undefined || others.length > 0 || text.length === 0) return undefined;
  return { separator, quantity, text };
}

const indexesOf = (names: string[], pattern: RegExp) =>
  names.flatMap((name, index) => (pattern.test(name) ? index : []));

function readRow(raw: string, { separator, quantity, text }: Columns, known: KnownNumbers): ReadLine {
  const row = cellsOf(raw, separator);
  const cells = text.flatMap((index) => row[index] || []);
  return { quantity: countOf(row[quantity]), kind: 'sure', ...ofCells(cells, known) };
}

function ofCells(cells: string[], known: KnownNumbers) {
  const isWide = cells.length > MOST_CELLS;
  const { text, isCut } = shortened(cells.join(', '));
  const whole = cells.slice(0, MOST_CELLS).flatMap((cell) => known(cell.toLowerCase()));
  const numbers = [...new Set([...whole, ...markNumbers(text, known).numbers])];
  return { text, numbers, isCut: isCut || isWide };
}

/** Reads a line by itself. If it has cells, a single numeric one is the quantity; with several, the quantity
 * is unknown. */
function readLine(raw: string, isNumbered: boolean, known: KnownNumbers): ReadLine {
  const item = isNumbered ? raw.replace(/^\d+\. /, '') : raw;
  const line = item.replace(/^(?:[•*·‣▪–—-]|\d{1,3}\))\s+/, '');
  const separator =
    ['\t', ';'].find((sign) => line.includes(sign)) ?? (line.startsWith('"') ? ',' : undefined);
  if (separator) {
    const row = cellsOf(line, separator).filter((cell) => cell !== '' && !isAmount(cell));
    const isCount = (cell: string) => /^-?\d[\d.,]*$/.test(cell) && known(cell).length === 0;
    const counts = row.filter(isCount);
    if (counts.length > 0) {
      const quantity = counts.length === 1 ? countOf(counts[0]) : null;
      return {
        quantity,
        kind: 'sure',
        ...ofCells(
          row.filter((cell) => !isCount(cell)),
          known,
        ),
      };
    }
  }
  const { text, isCut } = shortened(line.replaceAll(/[\t;|]/g, ', '));
  const marked = markNumbers(text, known);
  const read = readQuantity(marked.text);
  const isUnclear = marked.isCountable && read.kind === 'unsaid';
  const isSure = marked.numbers.length > 0 && read.kind === 'bare' && isOnlyNumbers(read.text);
  // A lone '5. hacksaws' may be the fifth line or five hacksaws.
  const isListed = marked.numbers.length === 0 && !isNumbered && /^\d+\. /.test(line);
  return {
    quantity: isListed || isUnclear ? null : read.quantity,
    kind: isSure ? 'sure' : read.kind,
    text: marked.restore(read.text),
    numbers: marked.numbers,
    isCut,
  };
}

/** '$24.50' is not a quantity. */
const isAmount = (cell: string) => /^[$€£]\s?[\d.,]+$|^[\d.,]+\s?[$€£]$/.test(cell);

/** The cells of a row, without surrounding quotes. */
function cellsOf(row: string, separator: string): string[] {
  const cells: string[] = [];
  let rest = row;
  for (;;) {
    const [whole, quoted] = /^\s*"((?:[^"]|"")*)"\s*/.exec(rest) ?? [];
    const isQuoted =
      whole !== undefined && (whole.length === rest.length || rest[whole.length] === separator);
    const end = isQuoted ? whole.length : rest.indexOf(separator);
    const cell = isQuoted ? (quoted ?? '').replaceAll('""', '"') : end < 0 ? rest : rest.slice(0, end);
    cells.push(cell.trim());
    if (end < 0 || end >= rest.length) return cells;
    rest = rest.slice(end + 1);
  }
}
