import { statesOfZip, usStates } from './us-states.ts';

const canada: Record<string, string> = {
  AB: 'Alberta',
  BC: 'British Columbia',
  MB: 'Manitoba',
  NB: 'New Brunswick',
  NL: 'Newfoundland and Labrador',
  NS: 'Nova Scotia',
  NT: 'Northwest Territories',
  NU: 'Nunavut',
  ON: 'Ontario',
  PE: 'Prince Edward Island',
  QC: 'Quebec',
  SK: 'Saskatchewan',
  YT: 'Yukon',
};

const australia: Record<string, string> = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
};

/** States and provinces that postal codes identify, by ISO 3166-2: `['US-NY', 'New York']`. */
export const listStates: { state: string; country: string; name: string }[] = [
  ...usStates.map(([code, name]) => ({ state: `US-${code}`, country: 'US', name })),
  ...Object.entries(canada).map(([code, name]) => ({ state: `CA-${code}`, country: 'CA', name })),
  ...Object.entries(australia).map(([code, name]) => ({ state: `AU-${code}`, country: 'AU', name })),
];

/** Returns a country's states by name; empty where postal codes do not identify them. */
export const statesIn = (country: string) =>
  listStates
    .filter((each) => each.country === country)
    .toSorted((one, other) => one.name.localeCompare(other.name));

const byCode = new Map(listStates.map((each) => [each.state, each]));

/** Returns a state by its code. */
export const findState = (state: string) => byCode.get(state);

/** Returns the code with which an address writes a state, given its code or name: 'OH' for
 * 'ohio'. Anything else stays as it is. */
export function stateCode(country: string, typed: string): string {
  const plain = typed.trim().toLowerCase();
  const found = listStates.find(
    ({ state, country: of, name }) =>
      of === country && (name.toLowerCase() === plain || state.slice(3).toLowerCase() === plain),
  );
  return found?.state.slice(3) ?? typed;
}

/** Provinces by the first letter of their postal codes (Canada Post). */
const provinces = 'ANL BNS CPE ENB GQC HQC JQC KON LON MON NON PON RMB SSK TAB VBC YYT'.split(' ');

/** Nunavut; the rest of X is the Northwest Territories (Canada Post). */
const NUNAVUT = /^X0[ABC]/;

/** States by postcode range (Australia Post); the first match applies. */
const australian: [state: string, from: number, to: number][] = [
  ['ACT', 200, 299],
  ['ACT', 2600, 2618],
  ['ACT', 2900, 2920],
  ['NT', 800, 999],
  ['NSW', 1000, 2999],
  ['VIC', 3000, 3999],
  ['VIC', 8000, 8999],
  ['QLD', 4000, 4999],
  ['QLD', 9000, 9999],
  ['SA', 5000, 5999],
  ['WA', 6000, 6999],
  ['TAS', 7000, 7999],
];

/** Returns the states of a postal code: one, except for a few shared codes; none if the country's codes do
 * not identify states. */
export function statesOfCode(country: string, postcode: string): string[] {
  const code = postcode.toUpperCase();
  if (country === 'US') return statesOfZip(code).map((state) => `US-${state}`);
  if (country === 'CA') {
    if (code.startsWith('X')) return [NUNAVUT.test(code) ? 'CA-NU' : 'CA-NT'];
    return provinces.flatMap((each) => (each[0] === code[0] ? `CA-${each.slice(1)}` : []));
  }
  if (country !== 'AU') return [];
  const [state] = australian.find(([, from, to]) => Number(code) >= from && Number(code) <= to) ?? [];
  return state ? [`AU-${state}`] : [];
}
