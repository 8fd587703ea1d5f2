import { fileSize } from '#texts/file-size.ts';
import { LOCALE, onDemand } from '#texts/locale.ts';

const KILO = 1000;

const grams = onDemand(() => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'gram' }));
const kilograms = onDemand(
  () => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 2 }),
);

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
  /** What a document is, and how large. */
  about: ({ kind, size_bytes }: { kind: keyof typeof kinds; size_bytes: number }) =>
    `${kind === 'other' ? '' : `${kinds[kind]} · `}PDF, ${fileSize(size_bytes)}`,
};

export const toolDetailsTexts = {
  priceBreaks: 'Larger orders cost less',
  from: (quantity: string) => `From ${quantity}`,
  each: 'each',
  specifications: 'Specifications',
  weight: 'Shipping weight',
  size: 'Shipping size',
  grams: (weight: number) => (weight < KILO ? grams().format(weight) : kilograms().format(weight / KILO)),
  millimetres: (sides: string) => `${sides} mm`,
};
