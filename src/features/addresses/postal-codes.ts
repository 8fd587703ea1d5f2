import { postcodeValidator, postcodeValidatorExistsForCountry } from 'postcode-validator';

/** How posts write their codes: 9 a digit, @ a letter, * either, else itself. Where a country has several,
 * the first that fits. The Universal Postal Union's addressing sheets have them; countries that are not here
 * write theirs without anything between. */
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
/** An outward code, a blank, and an inward one of three letters. */
const british = new Set('GB GG JE IM IO FK GS PN SH TC TA AC GI'.split(' '));

/** Codes that posts have, and the library of their patterns has not yet. */
const own: Record<string, RegExp> = {
  AR: /^\d{4}$/,
  HT: /^HT\d{4}$/,
  KH: /^\d{6}$/,
  KZ: /^[A-Z]\d{2}[A-Z]\d[A-Z]\d$/,
  NI: /^\d{5}$/,
  SA: /^\d{5}-\d{4}$/,
  SV: /^CP \d{4}$/,
};

/** What stands before codes, beside the country's own two letters: 'D-10115', 'FIN-00100', 'S-111 22'. */
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

/** The signs that people type before Japanese codes, and between their parts on a Japanese keyboard. */
const dashes = /[〒ー‐‑‒–—―−﹣－]/g;

const capitals = (typed: string) =>
  typed.normalize('NFKC').replace(dashes, '-').toUpperCase().replace(/\s+/g, ' ').trim();

/** A postal code as it is compared: 'sw1a 1aa' and 'SW1A1AA' are one. */
export const plainPostalCode = (code: string): string => capitals(code).replace(/[^0-9A-Z]/g, '');

/** A postal code as its country's post writes it, however it was typed: '１０００００１' is '100-0001' in Japan.
 * `undefined` for what is none there; as it was typed where the country's codes are not known. */
export function readPostalCode(typed: string, country: string): string | undefined {
  if (!hasKnownCodes(country)) return capitals(typed);
  const plain = plainPostalCode(typed);
  const withoutSign = plain.replace(new RegExp(`^(?:${country}|${signs[country] ?? country})(?=[0-9])`), '');
  return [plain, withoutSign]
    .flatMap((code) => writings(code, country))
    .find((code) => own[country]?.test(code) || postcodeValidator(code, country) || isForces(code, country));
}

/** Whether it is known what this country's codes look like. */
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

const kinds: Record<string, RegExp> = { '9': /[0-9]/, '@': /[A-Z]/, '*': /[0-9A-Z]/ };

/** The code written into a mask; what stands in the mask itself may have been typed or not. */
function fill(mask: string, plain: string): string | undefined {
  let left = plain;
  let written = '';
  for (const sign of mask) {
    const kind = kinds[sign];
    const next = left[0] ?? '';
    if (kind && !kind.test(next)) return undefined;
    written += kind ? next : sign;
    if (kind || next === sign) left = left.slice(1);
  }
  return left === '' ? written : undefined;
}
