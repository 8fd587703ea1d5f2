/** The digits after a number's decimal point, with the point; empty for whole numbers and for other texts. A
 * comma between groups of three digits is no decimal one, as where sizes are read. */
function decimalsOf(text: string): string {
  if (/^-?\d{1,3}(?:,\d{3})+$/.test(text)) return '';
  return /^-?\d[\d,]*?([.,]\d+)$/.exec(text)?.[1] ?? '';
}

/** Returns what each of a column's numbers lacks after its decimal point for all points to be below each other
 * where digits are equally wide. */
export function missingDecimals(texts: readonly string[]): string[] {
  const decimals = texts.map(decimalsOf);
  const longest = decimals.reduce((most, each) => (each.length > most.length ? each : most), '');
  return decimals.map((each) => longest.slice(each.length));
}
