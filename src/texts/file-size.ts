import { LOCALE, onDemand } from './locale.ts';

const KILO = 1000;

const kilobytes = onDemand(
  () => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }),
);
const megabytes = onDemand(
  () => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
);

/** A file's size in units of a thousand bytes, as the units' names say. */
export const fileSize = (bytes: number) =>
  bytes < KILO * KILO
    ? kilobytes().format(Math.max(bytes / KILO, 1))
    : megabytes().format(bytes / (KILO * KILO));
