/** A range of a specification's numbers, both ends included and either perhaps open; `label` is
 * its name and unit: 'Voltage, V'. */
export type SpecificationRange = { label: string; from: number | undefined; to: number | undefined };

/** The numbers that specifications are compared by: what the database reads as one. */
const NUMBER = String.raw`-?\d{1,9}(?:\.\d{1,6})?`;
const RANGE = new RegExp(`^(.+):(${NUMBER})?\\.\\.(${NUMBER})?$`);

/** What the address says of a range: 'Voltage, V:10..20', 'Voltage, V:10..'; `undefined` of anything else. */
export function readRange(text: string): SpecificationRange | undefined {
  const [, label = '', from, to] = RANGE.exec(text) ?? [];
  if (label.trim() === '' || (from ?? to) === undefined) return undefined;
  return { label: label.trim(), from: numberOf(from), to: numberOf(to) };
}

/** A range as the address says it. */
export const writeRange = ({ label, from, to }: SpecificationRange): string =>
  `${label}:${from ?? ''}..${to ?? ''}`;

/** A number as somebody may type it: '1,500' is 1500. */
export const readNumberOfRange = (typed: string): number | undefined =>
  numberOf(new RegExp(`^${NUMBER}$`).exec(typed.replace(/[,\s]/g, ''))?.[0]);

// Nothing below zero is no zero of its own.
const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text) || 0);
