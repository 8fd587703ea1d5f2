import { formParts } from './address-rules.ts';
import { countryCalled } from './country-rules.ts';
import { hasKnownCodes, plainPostalCode, readPostalCode } from './postal-codes.ts';
import { statesOfZip, usStates } from './us-states.ts';

/** Where an address that was typed goes. What it doesn't say beyond doubt is null; `isDoubtful` where even
 * the country may be one of two. */
export type WrittenPlace = {
  country: string | null;
  state: string | null;
  postcode: string | null;
  isDoubtful: boolean;
};

/** Where an address goes, by its own words: to `homeCountry` where it names no country. The country is what
 * its last line names, or the end of that after a comma; elsewhere such a name is a street, a town or a
 * person. A state of the United States with its ZIP code wins over a country's name (decision 37). */
export function placeOfWritten(address: string, homeCountry: string | null): WrittenPlace {
  const named = namedCountry(address);
  const isDoubtful = mayBeAnother(address, named, homeCountry);
  if (isDoubtful) return { country: null, state: null, postcode: null, isDoubtful };
  const country = named ?? homeCountry;
  const postcode = country && postcodeOf(address, country);
  const state = country === 'US' ? (zipsWithState(address)[0]?.state ?? null) : null;
  return { country, state: postcode ? state : null, postcode, isDoubtful };
}

/** The country that an address goes to by its own words; `undefined` where it names none. */
export function countryOfWritten(address: string): string | undefined {
  const named = namedCountry(address);
  return mayBeAnother(address, named, null) ? undefined : named;
}

/** The country that several addresses name, where each of them names the same. */
export function countryOfAll(addresses: readonly string[]): string | null {
  const named = new Set(addresses.map(countryOfWritten));
  return named.size === 1 ? ([...named][0] ?? null) : null;
}

const linesOf = (address: string) => address.split(/[\r\n]+/).flatMap((line) => line.trim() || []);

const partsOf = (address: string) =>
  linesOf(address).flatMap((line) => line.split(/[,;，、]/).flatMap((part) => part.trim() || []));

function namedCountry(address: string): string | undefined {
  const lastLine = linesOf(address).at(-1) ?? '';
  const lastPart = partsOf(lastLine).at(-1) ?? '';
  const named = countryCalled(lastLine) ?? countryCalled(lastPart);
  const [pair] = zipsWithState(address);
  // Puerto Rico and the like are written as states are, and have names as countries.
  if (pair) return named !== undefined && named === pair.state ? named : 'US';
  return named ?? countryBehindCode(address, lastPart) ?? countryBefore(address) ?? countryBySign(address);
}

/** The country at the end of a line without a comma, where a postal code of it is before: 'SW1A 1AA UK'. */
function countryBehindCode(address: string, lastPart: string): string | undefined {
  const words = lastPart.split(/\s+/);
  for (let count = Math.min(words.length - 1, MOST_WORDS); count > 0; count--) {
    const country = countryCalled(words.slice(-count).join(' '));
    const isPartOfName = /^(?:new|west|east|north|south)$/i.test(words.at(-count - 1) ?? '');
    if (country && !isPartOfName && hasKnownCodes(country))
      return postcodeOf(address.slice(0, address.lastIndexOf(words.at(-count) ?? '')), country)
        ? country
        : undefined;
  }
  return undefined;
}

/** So many words the name of a country has at most. */
const MOST_WORDS = 5;

/** The country in front of an address whose country writes it there, before its postal
 * code: 'China, 100027, Beijing'. */
function countryBefore(address: string): string | undefined {
  const [first = '', second = ''] = partsOf(address);
  const country = countryCalled(first);
  if (!country || !formParts(country)[0]?.includes('country')) return undefined;
  const [word = '', ...more] = second.split(/\s+/);
  // Japan writes its prefecture and city behind the code.
  const codes = [second, word, `${word} ${more[0] ?? ''}`].filter(
    (code) => readPostalCode(code, country) !== undefined,
  );
  return codes.length > 0 ? country : undefined;
}

/** The signs that are written before postal codes in Europe. */
const signs: Record<string, string> = {
  A: 'AT',
  B: 'BE',
  BG: 'BG',
  CH: 'CH',
  CZ: 'CZ',
  D: 'DE',
  DE: 'DE',
  AT: 'AT',
  DK: 'DK',
  E: 'ES',
  F: 'FR',
  FIN: 'FI',
  FL: 'LI',
  FR: 'FR',
  H: 'HU',
  HR: 'HR',
  I: 'IT',
  IT: 'IT',
  L: 'LU',
  LT: 'LT',
  LV: 'LV',
  N: 'NO',
  NL: 'NL',
  P: 'PT',
  PL: 'PL',
  S: 'SE',
  SE: 'SE',
  SK: 'SK',
  SLO: 'SI',
};

/** The country of a code with its sign: 'D-10115 Berlin'. */
function countryBySign(address: string): string | undefined {
  const [, ...parts] = partsOf(address);
  const found = parts.flatMap((part) => {
    const [, sign = '', code = ''] = /^([A-Z]{1,3})-(\d[\d -]*\d)\b/.exec(part) ?? [];
    const country = signs[sign];
    return country && readPostalCode(code, country) !== undefined ? [country] : [];
  });
  const [country, another] = new Set(found);
  return another === undefined ? country : undefined;
}

const states = new Map<string, string>([
  ...usStates.flatMap(([code, name]): [string, string][] => [
    [code.toLowerCase(), code],
    [name.toLowerCase(), code],
  ]),
  ...Object.entries({
    calif: 'CA',
    conn: 'CT',
    fla: 'FL',
    ill: 'IL',
    mass: 'MA',
    mich: 'MI',
    minn: 'MN',
    penna: 'PA',
  }),
  ...Object.entries({
    tex: 'TX',
    wash: 'WA',
    ariz: 'AZ',
    colo: 'CO',
    tenn: 'TN',
    'washington dc': 'DC',
    penn: 'PA',
  }),
]);
const stateNames = new Set(usStates.map(([, name]) => name.toLowerCase()));

/** Codes of states that are words as well, where they are in small letters. */
const WORDS = new Set('al as co de hi id in la ma me oh ok or pa'.split(' '));

type ZipWithState = { zip: string; state: string };

/** The ZIP codes that stand together with the state that they are in: 'NY 10118', 'New
 * York, 10118', '10118 New York'. */
function zipsWithState(address: string): ZipWithState[] {
  const words = address
    .replace(/\b([A-Za-z])\.\s?([A-Za-z])\.(?=[\s,]|$)/g, '$1$2')
    .split(/[\s,;()]+/)
    .map((word) => word.replace(/\.$/, ''))
    .filter(Boolean);
  return words.flatMap((word, place): ZipWithState[] => {
    const zip = /^\d{5}(?:[-–]?\d{4})?$/.test(word) ? readPostalCode(word, 'US') : undefined;
    if (zip === undefined) return [];
    const isIn = (state: string) => statesOfZip(zip).includes(state);
    const before = [3, 2, 1].flatMap((count) =>
      stateCalled(words.slice(Math.max(place - count, 0), place), isIn),
    );
    const after = [3, 2].flatMap((count) => fullNamed(words.slice(place + 1, place + 1 + count), isIn));
    const [state] = [...before, ...after, ...fullNamed(words.slice(place + 1, place + 2), isIn)];
    return state ? [{ zip, state }] : [];
  });
}

function stateCalled(words: string[], isIn: (state: string) => boolean): string[] {
  const typed = words.join(' ');
  const isWord =
    WORDS.has(typed) || (typed.length === 2 && /^[A-Z][a-z]$/.test(typed) && WORDS.has(typed.toLowerCase()));
  const state = isWord ? undefined : states.get(typed.toLowerCase());
  return state && isIn(state) ? [state] : [];
}

const fullNamed = (words: string[], isIn: (state: string) => boolean) =>
  stateNames.has(words.join(' ').toLowerCase()) ? stateCalled(words, isIn) : [];

/** Whether the name at the end of an address is that of a state as well, and
 * nothing says which of them is meant. */
function mayBeAnother(address: string, named: string | undefined, homeCountry: string | null): boolean {
  if (zipsWithState(address).length > 0) return false;
  const lines = linesOf(address);
  const last =
    partsOf(lines.at(-1) ?? '')
      .at(-1)
      ?.toLowerCase() ?? '';
  if (named === 'GE' && last === 'georgia') {
    if (/\b\d{4}\b(?!.*\b\d{5})/s.test(linesOf(address).join(' '))) return false;
    const isOwnLine = lines.length > 1 && lines.at(-1)?.toLowerCase() === last;
    return homeCountry === 'US' || (!isOwnLine && homeCountry !== 'GE');
  }
  return named === undefined && homeCountry !== null && homeCountry !== 'US' && stateNames.has(last);
}

/** The postal code of an address, where its country's form leaves no doubt which words it is. */
function postcodeOf(address: string, country: string): string | null {
  if (!hasKnownCodes(country)) return null;
  const parts = partsOf(address).filter((part) => !countryCalled(part));
  const zips = country === 'US' ? zipsWithState(address).map(({ zip }) => zip) : [];
  const codes = zips.length > 0 ? new Set(zips) : codesIn(parts, country);
  const [code, another] = codes;
  if (code === undefined || another !== undefined) return null;
  return country === 'US' && isOfAnotherState(address, code) ? null : code;
}

function codesIn(parts: string[], country: string): Set<string> {
  const line = formParts(country).find((each) => each.includes('postalCode')) ?? [];
  const isAlone = parts.length === 1;
  const places = parts.filter((part, nth) => nth > 0 || isAlone || readPostalCode(part, country));
  const found = places.flatMap((place) => codesOfPart(place, country, isAlone));
  const placed = found.filter(
    ({ isFirst, isLast, isMixed }) =>
      isMixed ||
      isAlone ||
      (isFirst && line.at(0) === 'postalCode') ||
      (isLast && line.at(-1) === 'postalCode'),
  );
  const atEnd = found.filter(({ isLast, code }) => isLast && plainPostalCode(code).length > HOUSE_NUMBER);
  return new Set((placed.length > 0 ? placed : atEnd).map(({ code }) => code));
}

/** House numbers have so many digits at most where they come after the street. */
const HOUSE_NUMBER = 4;

/** What in a part of an address looks like a code of the country, one word or two,
 * and where in the part it stands. */
function codesOfPart(part: string, country: string, isAlone: boolean) {
  const words = part.split(/\s+/);
  const windows = words.flatMap((word, from) => {
    const next = words[from + 1];
    const starts = [{ typed: word, from, to: from + 1 }];
    return next === undefined ? starts : [...starts, { typed: `${word} ${next}`, from, to: from + 2 }];
  });
  return windows.flatMap(({ typed, from, to }) => {
    const code = readPostalCode(typed, country);
    if (code === undefined || (isAlone && from === 0 && to < words.length)) return [];
    const plain = plainPostalCode(typed);
    const isMixed = /[A-Z]/.test(plain) && /\d/.test(plain) && plain.length >= MIXED;
    return [{ code, isMixed, isFirst: from === 0, isLast: to === words.length }];
  });
}

/** Codes of letters and digits are known wherever they stand, if they have at least so many. */
const MIXED = 5;

/** Whether a state stands before the ZIP code that it isn't in: 'NY 94110'. */
function isOfAnotherState(address: string, zip: string): boolean {
  const [, state = ''] = new RegExp(`\\b([A-Z]{2}),?\\s+${zip.slice(0, 5)}`).exec(address) ?? [];
  return states.has(state.toLowerCase()) && !statesOfZip(zip).includes(state);
}
