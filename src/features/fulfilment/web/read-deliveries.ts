import { type Deliveries, MAX_DELIVERIES } from '#features/orders/parcel-contract.ts';
import { deliveriesTexts as texts } from '#features/orders/texts/desk.ts';

type Line = { number: number; cells: string[] };

const DAY = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})$/;

/** Reads lines of a number and a day, in any order of columns, separated by tabs, semicolons, or commas. A
 * first line without a day has column names. Days are `2026-11-30`, `30.11.2026`, or with slashes in the order
 * that the list itself tells: a day above 12 in any line. Nothing is guessed: returns the `problem` of the
 * first line that cannot be read. */
export function readDeliveries(text: string): Deliveries | { problem: string } {
  const lines = linesOf(text);
  const [first] = lines;
  if (first && !dayCell(first)) lines.shift();
  if (lines.length === 0) return { problem: texts.none };
  if (lines.length > MAX_DELIVERIES) return { problem: texts.tooMany(MAX_DELIVERIES) };
  const slashed = slashOrder(lines.map((line) => dayCell(line) ?? ''));
  const deliveries: Deliveries['deliveries'] = [];
  for (const line of lines) {
    const written = dayCell(line);
    const name = line.cells.find((cell) => cell !== '' && cell !== written);
    if (!written) return { problem: texts.noDay(line.number) };
    if (!name) return { problem: texts.noNumber(line.number) };
    const deliveredOn = readDay(written, slashed);
    if (!deliveredOn) return { problem: texts.doubtful(line.number) };
    deliveries.push({ package: name, deliveredOn });
  }
  return { deliveries };
}

/** Non-empty lines, with their numbers in the list. */
const linesOf = (text: string): Line[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line, nth) => ({
      number: nth + 1,
      cells: line.split(/[\t;,]/).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));

const dayCell = ({ cells }: Line) => cells.find((cell) => DAY.test(cell));

type SlashOrder = 'day first' | 'month first' | undefined;

/** Returns in which order days with slashes are written; undefined if none of them tells, or they disagree. */
function slashOrder(days: string[]): SlashOrder {
  const parts = days.map((day) => DAY.exec(day)).filter((match) => match?.[2] === '/');
  const isDayFirst = parts.some((match) => Number(match?.[1]) > 12);
  const isMonthFirst = parts.some((match) => Number(match?.[3]) > 12);
  if (isDayFirst === isMonthFirst) return undefined;
  return isDayFirst ? 'day first' : 'month first';
}

/** Returns a day as 2026-11-30; undefined if it is not certain, or no day. */
function readDay(written: string, slashed: SlashOrder): string | undefined {
  const [, first = '', sign, middle = '', last = ''] = DAY.exec(written) ?? [];
  if (first.length === 4) return isoDay(first, middle, last);
  if (sign === '-' || last.length !== 4) return undefined;
  if (sign === '.') return isoDay(last, middle, first);
  if (!slashed) return undefined;
  return slashed === 'day first' ? isoDay(last, middle, first) : isoDay(last, first, middle);
}

function isoDay(year: string, month: string, day: string): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const time = new Date(`${iso}T00:00:00Z`);
  return Number.isNaN(time.getTime()) || !time.toISOString().startsWith(iso) ? undefined : iso;
}
