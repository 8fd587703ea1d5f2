import { type Cents, toPrice } from '#contracts/money.ts';
import { readTypedNumber } from '#contracts/number-notation.ts';

/** The units of a tool's content, and of the measure that its price is also given for (Directive 98/6/EC,
 * article 2(b)): `of` of the unit are `per`. */
const measures = {
  ml: { per: '1 l', of: 1000 },
  l: { per: '1 l', of: 1 },
  g: { per: '1 kg', of: 1000 },
  kg: { per: '1 kg', of: 1 },
  cm: { per: '1 m', of: 100 },
  m: { per: '1 m', of: 1 },
  'm²': { per: '1 m²', of: 1 },
  pieces: { per: '100 pieces', of: 100 },
} as const;
type ContentUnit = keyof typeof measures;

/** Other ways to write a unit. */
const otherNames: Record<string, ContentUnit> = {
  m2: 'm²',
  sqm: 'm²',
  piece: 'pieces',
  pcs: 'pieces',
  pc: 'pieces',
  stück: 'pieces',
  liter: 'l',
  litre: 'l',
};

const contentUnits = Object.keys(measures) as ContentUnit[];

const MAX_AMOUNT = 1_000_000;

/** Reads a content such as '250 ml' or '0.75 l', its number as a person types it; `undefined` if invalid. */
export function readContent(text: string): { amount: number; unit: ContentUnit } | undefined {
  const [, number = '', name = ''] = /^([\d.,\s]*\d)\s*(\p{L}+[²2]?)\.?$/u.exec(text.trim()) ?? [];
  const lower = name.toLowerCase();
  const unit = contentUnits.find((each) => each === lower) ?? otherNames[lower];
  const amount = readTypedNumber(number);
  const isAmount = amount > 0 && amount <= MAX_AMOUNT && Number.isInteger(toThousandths(amount));
  return unit && isAmount ? { amount, unit } : undefined;
}

const toThousandths = (amount: number) => Number(`${amount}e3`);

/** Returns a content in the form in which it is kept; other texts as they are. */
export function plainContent(text: string): string {
  const content = readContent(text);
  return content ? `${content.amount} ${content.unit}` : text;
}

/** Returns what a tool costs for a litre, kilogram, meter, square meter, or 100 pieces, rounded half up; null
 * if its content is unknown or exactly that, where the price says it already (article 3(1)). */
export function measurePrice(
  content: string | null,
  unitCents: Cents,
  currency: string,
): { price: number; per: string } | null {
  const read = content === null ? undefined : readContent(content);
  if (!read) return null;
  const { per, of } = measures[read.unit];
  if (read.amount === of) return null;
  const cents = Math.round((unitCents * of * 1000) / toThousandths(read.amount));
  return Number.isSafeInteger(cents) ? { price: toPrice(cents, currency), per } : null;
}
