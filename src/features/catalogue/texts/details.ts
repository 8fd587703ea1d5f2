import { fileSize } from '#texts/file-size.ts';
import { formatCount, LOCALE, onDemand } from '#texts/locale.ts';

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
  /** A document's kind and size. */
  about: ({ kind, size_bytes }: { kind: keyof typeof kinds; size_bytes: number }) =>
    `${kind === 'other' ? '' : `${kinds[kind]} · `}PDF, ${fileSize(size_bytes)}`,
};

export const toolDetailsTexts = {
  specifications: 'Specifications',
  grams: (weight: number) => (weight < KILO ? grams().format(weight) : kilograms().format(weight / KILO)),
};

type Facts = Record<'weight_grams' | 'length_mm' | 'width_mm' | 'height_mm', number | null>;

/** Further facts on a tool's page, after its specifications and in this order; unknown ones are left out. */
export const toolFactTexts: { name: string; write: (tool: Facts) => string | null }[] = [
  {
    name: 'Shipping weight',
    write: ({ weight_grams: weight }) => (weight === null ? null : toolDetailsTexts.grams(weight)),
  },
  {
    name: 'Shipping size',
    write: ({ length_mm: length, width_mm: width, height_mm: height }) =>
      length && width && height ? `${[length, width, height].map(formatCount).join(' × ')} mm` : null,
  },
];

export const galleryTexts = {
  strip: (tool: string) => `Pictures of ${tool}`,
  picture: (nth: number, all: number) => `Picture ${nth} of ${all}`,
  pictureOf: (tool: string, nth: number, all: number) => `${tool}, picture ${nth} of ${all}`,
  previous: 'Previous picture',
  next: 'Next picture',
};
