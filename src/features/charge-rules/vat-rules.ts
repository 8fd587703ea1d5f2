import { UNION } from '#contracts/member-states.ts';

/** Countries that count as part of another one for VAT (Directive 2006/112/EC, article 7). */
const counted: Record<string, string> = { MC: 'FR', IM: 'GB' };

/** Parts of member states outside their VAT area (the same, article 6), by postal code prefix. Mayotte and
 * the other overseas departments also have country codes of their own. */
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

/** Returns the VAT area of a place: usually its country. The Canary Islands, Ceuta and Melilla, Åland,
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

/** Whether an area is within the Union's VAT for goods. */
export const isInUnion = (area: string): boolean => area === 'XI' || UNION.includes(area);

/** Whether a seller's country and an area are the same for VAT: Northern Ireland also belongs to the United
 * Kingdom. */
export const isHomeArea = (sellerCountry: string, area: string): boolean =>
  area === (counted[sellerCountry] ?? sellerCountry) || (area === 'XI' && sellerCountry === 'GB');

/** Whether an area is another country as part of which a place counts: Monaco's is France. */
export const isCountryArea = (area: string): boolean => Object.values(counted).includes(area);
