import { LOCALE, onDemand } from './locale.ts';

const KILO = 1000;

const kilobytes = onDemand(
  () => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'kilobyte', maximumFractionDigits: 0 }),
);
const megabytes = onDemand(
  () => new Intl.NumberFormat(LOCALE, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 }),
);

/** Formats a file's size in decimal units (1,000 bytes), as their names say. */
export const fileSize = (bytes: number) =>
  bytes < KILO * KILO
    ? kilobytes().format(Math.max(bytes / KILO, 1))
    : megabytes().format(bytes / (KILO * KILO));
