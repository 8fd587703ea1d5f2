import { readableWeight, toTyped, type Units, unitOf } from '#contracts/units.ts';
import { fileSize } from '#texts/file-size.ts';
import { formatNumber, LOCALE } from '#texts/locale.ts';

const kinds = {
  manual: 'Manual',
  safety_sheet: 'Safety sheet',
  data_sheet: 'Data sheet',
  drawing: 'Drawing',
  certificate: 'Certificate',
  other: 'Other',
};

export const documentTexts = {
  heading: 'Documents',
  kinds,
  /** A document's kind and size. */
  about: ({ kind, size_bytes }: { kind: keyof typeof kinds; size_bytes: number }) =>
    `${kind === 'other' ? '' : `${kinds[kind]} · `}PDF, ${fileSize(size_bytes)}`,
};

export const shipsTexts = {
  today: (time: string) => `Ships today if ordered by ${time}`,
  tomorrow: 'Ships tomorrow',
  on: (weekday: string) => `Ships ${weekday}`,
};

export const toolDetailsTexts = {
  specifications: 'Specifications',
  /** A weight in grams: '2.5 lb', '8 oz', '1.25 kg'. */
  weight(grams: number, units: Units) {
    const { amount, unit } = readableWeight(grams, units);
    return new Intl.NumberFormat(LOCALE, { style: 'unit', unit, maximumFractionDigits: 3 }).format(amount);
  },
  /** Sides in millimeters: '12 × 5.5 × 3 in'. */
  size(sides: readonly number[], units: Units) {
    const typed = sides.map((side) => formatNumber(toTyped(side, units, 'size')));
    return `${typed.join(' × ')} ${unitOf(units, 'size').unit}`;
  },
};

type Facts = Record<'weight_grams' | 'length_mm' | 'width_mm' | 'height_mm', number | null> & {
  gtin: string | null;
};

/** Further facts on a tool's page, after its specifications and in this order; unknown ones are left out. */
export const toolFactTexts: { name: string; write: (tool: Facts, units: Units) => string | null }[] = [
  { name: 'GTIN', write: ({ gtin }) => gtin },
  {
    name: 'Shipping weight',
    write: ({ weight_grams: weight }, units) =>
      weight === null ? null : toolDetailsTexts.weight(weight, units),
  },
  {
    name: 'Shipping size',
    write: ({ length_mm: length, width_mm: width, height_mm: height }, units) =>
      length && width && height ? toolDetailsTexts.size([length, width, height], units) : null,
  },
];
