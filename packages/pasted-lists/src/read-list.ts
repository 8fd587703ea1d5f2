import { isOnlyNumbers, type KnownNumbers, markNumbers } from './known-numbers.ts';
import { shortened } from './line-words.ts';
import { countOf, type ReadQuantity, readQuantity } from './read-quantity.ts';

/** A line of a pasted list: its number in what was pasted, from 1, as it was pasted, and what it asks for. */
export type PastedLine = { line: number; raw: string } & ReadLine;

/** `numbers`: the part numbers of the shop that are on it, in lower case; `isCut`: it was longer than any
 * tool's name, and words of it are left out. */
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

/** What may be a part number in a pasted text. */
export function piecesToLookUp(text: string): string[] {
  const pieces = new Set<string>();
  readList(text, (piece) => {
    pieces.add(piece);
    return [];
  });
  return [...pieces];
}

/** The lines of what somebody pasted that have something on them. A first line that names columns says what
 * is in them. What is a part number is no quantity. */
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

/** A line by itself. In cells, one that is but a number says how many; two leave that open. */
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
  // '5. hacksaws' alone is neither the fifth line nor surely five of them.
  const isListed = marked.numbers.length === 0 && !isNumbered && /^\d+\. /.test(line);
  return {
    quantity: isListed || isUnclear ? null : read.quantity,
    kind: isSure ? 'sure' : read.kind,
    text: marked.restore(read.text),
    numbers: marked.numbers,
    isCut,
  };
}

/** '$24.50' is no number of units. */
const isAmount = (cell: string) => /^[$€£]\s?[\d.,]+$|^[\d.,]+\s?[$€£]$/.test(cell);

/** The cells of a row, without the quotes that one may stand in. */
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
