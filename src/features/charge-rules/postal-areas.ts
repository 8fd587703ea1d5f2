import { fieldsOf } from '#features/addresses/address-rules.ts';
import { hasKnownCodes, plainPostalCode, readPostalCode } from '#features/addresses/postal-codes.ts';

/** Postal codes whose beginning is between `from` and `to`, both of the same length; with `district`, British
 * ones with a district number in that range ('IV1-IV28'). */
export type PostalArea = {
  from: string;
  to: string;
  district?: { letters: string; from: number; to: number };
};

/** Separates the two ends of a range. */
const RANGE = /^(.+?)\s*(?:-|–|—|\.\.|\bTO\b)\s*(.+)$/i;
const DISTRICT = /^([A-Z]{1,2})(\d{1,2})$/;

/** Parses a prefix of postal codes, or a range of prefixes: '995', '430-458', 'IV1-IV28'. A code that
 * contains a hyphen is a prefix. */
export function readPostalArea(part: string): PostalArea {
  const [, first = '', last = ''] = (RANGE.exec(part) ?? []).map(plainPostalCode);
  const [one, other] = [DISTRICT.exec(first), DISTRICT.exec(last)];
  if (one && other && one[1] === other[1] && Number(one[2]) <= Number(other[2])) {
    const district = { letters: one[1] ?? '', from: Number(one[2]), to: Number(other[2]) };
    return { from: first, to: last, district };
  }
  if (first && first.length === last.length && first <= last) return { from: first, to: last };
  const plain = plainPostalCode(part);
  return { from: plain, to: plain };
}

/** Returns how narrow an area is that contains a postal code; undefined if it does not contain it. */
export function narrownessIn({ from, to, district }: PostalArea, postcode: string): number | undefined {
  const plain = plainPostalCode(postcode);
  if (district) {
    const [, letters, number] = /^([A-Z]{1,2})(\d{1,2})[A-Z]?\d[A-Z]{2}$/.exec(plain) ?? [];
    const isWithin = Number(number) >= district.from && Number(number) <= district.to;
    return letters === district.letters && isWithin ? from.length : undefined;
  }
  // Latvian and some other codes start with the letters of their country.
  return [plain, plain.replace(/^[A-Z]{1,2}(?=\d+$)/, '')].some((code) => {
    const start = code.slice(0, from.length);
    return start.length === from.length && start >= from && start <= to;
  })
    ? from.length
    : undefined;
}

/** Sample codes of countries whose codes contain letters. */
const samples: Record<string, string[]> = {
  AR: ['C1425CLA'],
  BM: ['HM12'],
  BN: ['BA1511'],
  CA: ['K1A0B1', 'H2X1Y4'],
  FK: ['FIQQ1ZZ'],
  GB: ['SW1A1AA', 'M11AE', 'CR26XH', 'DN551PT', 'W1A0AX', 'EC1A1BB', 'B338TH'],
  GG: ['GY11AA', 'GY101AA'],
  GI: ['GX111AA'],
  GS: ['SIQQ1ZZ'],
  IE: ['D02X285', 'A65F4E2'],
  IM: ['IM11AA', 'IM991AA'],
  IO: ['BBND1ZZ'],
  JE: ['JE23AB', 'JE231AB'],
  KZ: ['A15A1B2'],
  MT: ['VLT1117'],
  NL: ['1012AB'],
  PN: ['PCRN1ZZ'],
  SH: ['STHL1ZZ', 'ASCN1ZZ'],
  SZ: ['H100'],
  TC: ['TKCA1ZZ'],
};

/** Maximum length of a code. */
const MOST_SIGNS = 10;

/** Whether any postal code of a country has this prefix, or is in this range. A hyphen in a prefix must be
 * where the post writes it, so that a mistyped range does not pass as a prefix. */
export function hasCodesIn(part: string, country: string): boolean {
  if (!hasKnownCodes(country)) return fieldsOf(country).some((field) => field.part === 'postalCode');
  const { from, to } = readPostalArea(part);
  const isBeginning = from === to;
  return [...new Set([from, to])].every((start) =>
    endsOf(start, country).some((end) => {
      const code = readPostalCode(start + end, country);
      if (code === undefined || narrownessIn({ from: start, to: start }, code) === undefined) return false;
      return !(isBeginning && part.includes('-')) || code.startsWith(part);
    }),
  );
}

/** Possible continuations of a code, the shortest first: tried until one completes a code. */
const digitEnds = [
  '',
  ...Array.from({ length: MOST_SIGNS - 1 }, (_, more) =>
    Array.from({ length: MOST_SIGNS }, (_, digit) => String(digit).repeat(more + 1)),
  ).flat(),
];

const endsOf = (start: string, country: string) => [
  ...(samples[country] ?? []).map((code) => code.slice(start.length)),
  ...digitEnds,
];
