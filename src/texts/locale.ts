/** The language and region of texts, prices, dates and figures (BCP 47). */
export const LOCALE = 'en-US';

/** Creates a format on first use and caches it: creating a date format takes a phone 10 ms or more. */
export function onDemand<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const counts = onDemand(() => new Intl.NumberFormat(LOCALE));
const plurals = onDemand(() => new Intl.PluralRules(LOCALE));

/** Formats a count: '1,284'. */
export function formatCount(count: number): string {
  return counts().format(count);
}

const numbers = onDemand(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 6 }));

/** Formats a measured number: '11,500', '0.006'. */
export function formatNumber(number: number): string {
  return numbers().format(number);
}

/** The English plural forms of a count, with `#` in place of the number: `{ one: '# tool', other: '# tools'
 * }`. */
export type CountForms = { one: string; other: string };

/** Formats a count with its noun: '1 tool', '1,284 tools'. */
export function counted(count: number, forms: CountForms): string {
  const form = plurals().select(count) === 'one' ? forms.one : forms.other;
  return form.replace('#', formatCount(count));
}
