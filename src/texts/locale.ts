/** The language and region that texts, prices, dates and figures are written in (BCP 47). */
export const LOCALE = 'en-US';

/** Makes a format when it is first asked for, and keeps it: one of dates takes
 * a phone 10 ms and more to make. */
export function onDemand<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const counts = onDemand(() => new Intl.NumberFormat(LOCALE));
const plurals = onDemand(() => new Intl.PluralRules(LOCALE));

/** A count in figures: '1,284'. */
export function formatCount(count: number): string {
  return counts().format(count);
}

const numbers = onDemand(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 6 }));

/** A measured number in figures: '11,500', '0.006'. */
export function formatNumber(number: number): string {
  return numbers().format(number);
}

/** The forms that English has for a count, with `#` where the count goes: `{ one:
 * '# tool', other: '# tools' }`. */
export type CountForms = { one: string; other: string };

/** A count in words of the language: '1 tool', '1,284 tools'. */
export function counted(count: number, forms: CountForms): string {
  const form = plurals().select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', formatCount(count));
}
