import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** Formats of postal codes: 9 is a digit, @ a letter, * either, anything else itself. If a country has
 * several, the first that fits applies. According to the Universal Postal Union's addressing sheets;
 * countries that are not listed write theirs without separators. */
const masks: Record<string, string> = {
  AD: 'AD999',
  AI: 'AI-9999',
  AR: '@9999@@@|@9999|9999',
  BB: 'BB99999',
  BM: '@@ **',
  BN: '@@9999',
  BR: '99999-999',
  CA: '@9@ 9@9',
  CZ: '999 99',
  GR: '999 99',
  HT: 'HT9999',
  IE: '*** ****',
  IR: '99999-99999',
  JP: '999-9999',
  KH: '999999|99999',
  KY: 'KY9-9999',
  KZ: '999999|@99@9@9',
  LT: 'LT-99999',
  LU: 'L-9999',
  LV: 'LV-9999',
  MT: '@@@ 9999',
  NI: '99999',
  NL: '9999 @@',
  PL: '99-999',
  PT: '9999-999|9999',
  SA: '99999|99999-9999',
  SE: '999 99',
  SK: '999 99',
  SV: 'CP 9999',
  VC: 'VC9999',
  VG: 'VG9999',
};
const zip = '99999|99999-9999';
for (const country of 'US PR VI GU AS MP FM MH PW UM'.split(' ')) masks[country] = zip;
/** Countries with an outward code, a space, and an inward code of three characters. */
const british = new Set('GB GG JE IM IO FK GS PN SH TC TA AC GI'.split(' '));

/** Valid codes that the validator library lacks. */
const own: Record<string, RegExp> = {
  AR: /^\d{4}$/,
  HT: /^HT\d{4}$/,
  KH: /^\d{6}$/,
  KZ: /^[A-Z]\d{2}[A-Z]\d[A-Z]\d$/,
  NI: /^\d{5}$/,
  SA: /^\d{5}-\d{4}$/,
  SV: /^CP \d{4}$/,
};

/** Prefixes of codes besides the country's two letters: 'D-10115', 'FIN-00100', 'S-111 22'. */
const signs: Record<string, string> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FI: 'FIN|AX',
  FR: 'F',
  HU: 'H',
  IT: 'I',
  LI: 'FL',
  LU: 'L',
  NO: 'N',
  PT: 'P',
  SE: 'S',
  SG: 'S',
  SI: 'SLO',
};

/** A code of the British Forces Post Office. */
const BRITISH_FORCES = /^BFPO(?:C\/?O)?(\d{1,4})$/;

/** The postal mark before Japanese codes, and the dashes that are typed in codes, for example on a Japanese
 * keyboard. */
const dashes = /[〒ー‐‑‒–—―−﹣－]/g;

const capitals = (typed: string) =>
  typed.normalize('NFKC').replace(dashes, '-').toUpperCase().replace(/\s+/g, ' ').trim();

/** Normalises a postal code for comparison: 'sw1a 1aa' and 'SW1A1AA' are equal. */
export const plainPostalCode = (code: string): string => capitals(code).replace(/[^0-9A-Z]/g, '');

/** Formats a typed postal code by its country's rules: '１０００００１' is '100-0001' in Japan. `undefined` if it is
 * invalid there; unchanged if the country's codes are not known. */
export function readPostalCode(typed: string, country: string): string | undefined {
  if (!hasKnownCodes(country)) return capitals(typed);
  const plain = plainPostalCode(typed);
  const withoutSign = plain.replace(new RegExp(`^(?:${country}|${signs[country] ?? country})(?=[0-9])`), '');
  return [plain, withoutSign]
    .flatMap((code) => writings(code, country))
    .find((code) => own[country]?.test(code) || postcodeValidator(code, country) || isForces(code, country));
}

/** Whether the format of this country's codes is known. */
export const hasKnownCodes = (country: string): boolean => postcodeValidatorExistsForCountry(country);

const isForces = (code: string, country: string) => country === 'GB' && /^BFPO \d{1,4}$/.test(code);

function writings(plain: string, country: string): string[] {
  if (plain === '') return [];
  if (country === 'GB') {
    const [, forces] = BRITISH_FORCES.exec(plain) ?? [];
    if (forces) return [`BFPO ${forces}`];
  }
  if (british.has(country)) return [`${plain.slice(0, -3)} ${plain.slice(-3)}`];
  return masks[country]?.split('|').flatMap((mask) => fill(mask, plain) ?? []) ?? [plain];
}

/** Fills a mask with a code, whose characters are checked afterwards; the mask's literal characters may be
 * missing from the typed code. */
function fill(mask: string, plain: string): string | undefined {
  let left = plain;
  let written = '';
  for (const sign of mask) {
    const isFilled = '9@*'.includes(sign);
    const next = left[0] ?? '';
    written += isFilled ? next : sign;
    if (isFilled || next === sign) left = left.slice(1);
  }
  return left === '' ? written : undefined;
}
