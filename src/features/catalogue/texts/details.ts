import { LOCALE, onDemand } from '#texts/locale.ts';

const KILO = 1000;

const grams = onDemand(() => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'gram' }));
const kilograms = onDemand(
  () => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'kilogram', maximumFractionDigits: 2 }),
);

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
