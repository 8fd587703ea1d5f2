/** The member states of the European Union, as of 2026, by ISO 3166. */
export const UNION = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);

/** Countries that count as a part of another one for VAT (Directive 2006/112/EC, article 7). */
const counted: Record<string, string> = { MC: 'FR', IM: 'GB' };

/** Parts of member states in which their VAT does not hold (the same, article 6), by the beginning of their
 * postal codes. The department of Mayotte and the like have codes of their own as well. */
const outside: Record<string, { area: string; codes: string[] }[]> = {
  DE: [{ area: 'DE-outside', codes: ['78266', '27498'] }],
  ES: [
    { area: 'IC', codes: ['35', '38'] },
    { area: 'EA', codes: ['51', '52'] },
  ],
  FI: [{ area: 'AX', codes: ['22'] }],
  FR: [
    {
      area: 'FR-outside',
      codes: ['971', '972', '973', '974', '975', '976', '977', '978', '986', '987', '988'],
    },
  ],
  GR: [{ area: 'GR-outside', codes: ['63086', '63087'] }],
  IT: [{ area: 'IT-outside', codes: ['23041', '22061'] }],
};

/** The area of VAT that a place is in: mostly its country. Canary Islands, Ceuta and Melilla, Åland,
 * Büsingen, Helgoland, Livigno, Campione d’Italia, Mount Athos and the French overseas departments are areas
 * of their own outside the Union's; Monaco is France, the Isle of Man the United Kingdom; Northern Ireland
 * (`XI`) is in the Union for goods. */
export function vatAreaOf({
  country,
  postcode,
}: {
  country: string | null;
  postcode?: string | null;
}): string | null {
  if (country === null) return null;
  const code = (postcode ?? '')
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^[A-Z]+(?=\d{5}$)/, '');
  if (country === 'GB' && code.startsWith('BT')) return 'XI';
  const own = outside[country]?.find(({ codes }) => codes.some((start) => code.startsWith(start)));
  return own?.area ?? counted[country] ?? country;
}

/** Whether goods that go to an area stay within the Union's VAT. */
export const isInUnion = (area: string): boolean => area === 'XI' || UNION.includes(area);

/** Whether a seller's country and an area are one for VAT: Northern Ireland
 * is the United Kingdom's as well. */
export const isHomeArea = (sellerCountry: string, area: string): boolean =>
  area === (counted[sellerCountry] ?? sellerCountry) || (area === 'XI' && sellerCountry === 'GB');

/** Whether an area is another country, which a place counts as: Monaco's is France. */
export const isCountryArea = (area: string): boolean => Object.values(counted).includes(area);
