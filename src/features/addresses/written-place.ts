import { formParts } from './address-rules.ts';
import { countryCalled } from './country-rules.ts';
import { hasKnownCodes, plainPostalCode, readPostalCode } from './postal-codes.ts';
import { findState } from './state-rules.ts';
import { statesOfZip, usStates } from './us-states.ts';

/** Destination of a typed address. Parts that the address does not state unambiguously are null; `isDoubtful`
 * if even the country is ambiguous. */
export type WrittenPlace = {
  country: string | null;
  state: string | null;
  postcode: string | null;
  isDoubtful: boolean;
};

/** Reads the destination of a typed address: `homeCountry` if it names no country. Only the last line, or its
 * end after a comma, names the country; elsewhere such a name is a street, a town or a person. A state of the
 * United States with its ZIP code takes precedence over a country's name (decision 75). */
export function placeOfWritten(address: string, homeCountry: string | null): WrittenPlace {
  const named = namedCountry(address);
  const isDoubtful = mayBeAnother(address, named, homeCountry);
  if (isDoubtful) return { country: null, state: null, postcode: null, isDoubtful };
  const country = named ?? homeCountry;
  const postcode = country && postcodeOf(address, country);
  const state = country === 'US' ? (zipsWithState(address)[0]?.state ?? null) : null;
  return { country, state: postcode ? state : null, postcode, isDoubtful };
}

const linesOf = (address: string) => address.split(/[\r\n]+/).flatMap((line) => line.trim() || []);

const partsOf = (address: string) =>
  linesOf(address).flatMap((line) => line.split(/[,;，、]/).flatMap((part) => part.trim() || []));

function namedCountry(address: string): string | undefined {
  const lastLine = linesOf(address).at(-1) ?? '';
  const lastPart = partsOf(lastLine).at(-1) ?? '';
  const named = countryCalled(lastLine) ?? countryCalled(lastPart);
  const [pair] = zipsWithState(address);
  // Puerto Rico and other territories are written like states, but are also named as countries.
  if (pair) return named !== undefined && named === pair.state ? named : 'US';
  return named ?? countryBehindCode(address, lastPart) ?? countryBefore(address) ?? countryBySign(address);
}

/** Returns the country named at the end of a line without a comma, after one of its postal codes: 'SW1A 1AA
 * UK'. */
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

/** Maximum number of words in a country's name. */
const MOST_WORDS = 5;

/** Returns the country that precedes its postal code where its format puts it first: 'China, 100027,
 * Beijing'. */
function countryBefore(address: string): string | undefined {
  const [first = '', second = ''] = partsOf(address);
  const country = countryCalled(first);
  if (!country || !formParts(country)[0]?.includes('country')) return undefined;
  const [word = '', ...more] = second.split(/\s+/);
  // Japan writes prefecture and city after the code.
  const codes = [second, word, `${word} ${more[0] ?? ''}`].filter(
    (code) => readPostalCode(code, country) !== undefined,
  );
  return codes.length > 0 ? country : undefined;
}

/** Prefixes of postal codes in Europe. */
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

/** Returns the country of a prefixed code: 'D-10115 Berlin'. */
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

/** State codes that are also words when in lower case. */
const WORDS = new Set('al as co de hi id in la ma me oh ok or pa'.split(' '));

type ZipWithState = { zip: string; state: string };

/** Returns ZIP codes next to the state that they are in: 'NY 10118', 'New York, 10118', '10118 New York'. */
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

/** Whether the name at the end of an address is also that of a state and the address does not resolve the
 * ambiguity. */
function mayBeAnother(address: string, named: string | undefined, homeCountry: string | null): boolean {
  if (zipsWithState(address).length > 0) return false;
  const lines = linesOf(address);
  const last =
    partsOf(lines.at(-1) ?? '')
      .at(-1)
      ?.toLowerCase() ?? '';
  if (last === 'georgia') {
    if (/\b\d{4}\b(?!.*\b\d{5})/s.test(linesOf(address).join(' '))) return false;
    const isOwnLine = lines.length > 1 && lines.at(-1)?.toLowerCase() === last;
    return homeCountry === 'US' || (!isOwnLine && homeCountry !== 'GE');
  }
  return named === undefined && homeCountry !== null && homeCountry !== 'US' && stateNames.has(last);
}

/** Returns the town that an address writes beside this postal code; empty if it isn't clear which words are
 * the town. */
export function townOfWritten(
  address: string,
  { country, region, postalCode }: { country: string; region: string; postalCode: string },
): string {
  const parts = partsOf(address);
  const at = postalCode ? parts.findIndex((part) => part.includes(postalCode)) : -1;
  const beside = trimEnd(
    parts
      .slice(1, at + 1)
      .join(', ')
      .replace(postalCode, ''),
  );
  const regions = [region, findState(`${country}-${region}`)?.name].flatMap((name) => name || []);
  const named = regions.find((name) => ` ${beside}`.toLowerCase().endsWith(` ${name.toLowerCase()}`));
  const town =
    trimEnd(beside.slice(0, beside.length - (named?.length ?? 0)))
      .split(', ')
      .at(-1) ?? '';
  return /\d|-\s/.test(town) ? '' : town;
}

const trimEnd = (words: string) => words.replace(/[,\s]+$/, '').trim();

/** Returns an address's postal code if its country's format identifies it unambiguously. */
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

/** Maximum number of digits of a house number that follows its street. */
const HOUSE_NUMBER = 4;

/** Returns candidates for the country's code in a part of an address, of one or two words, with their
 * positions. */
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

/** Minimum length of a code of letters and digits that is recognised in any position. */
const MIXED = 5;

/** Whether the ZIP code follows a state that it is not in: 'NY 94110'. */
function isOfAnotherState(address: string, zip: string): boolean {
  const [, state = ''] = new RegExp(`\\b([A-Z]{2}),?\\s+${zip.slice(0, 5)}`).exec(address) ?? [];
  return states.has(state.toLowerCase()) && !statesOfZip(zip).includes(state);
}
