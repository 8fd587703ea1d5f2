import { statesOfCode } from '#features/addresses/state-rules.ts';
import { narrownessIn, readPostalArea } from './postal-areas.ts';
import { isCountryArea, vatAreaOf } from './vat-rules.ts';

export const deliveryKinds = ['flat', 'free_over', 'by_weight', 'collect'] as const;

/** The tax on delivery: its region's standard rate, the highest rate of the goods, or none. */
export const deliveryTaxes = ['standard', 'highest', 'none'] as const;

/** A region for which delivery and tax are set. `countries` are ISO 3166 alpha-2, an empty list means
 * everywhere. In a country with `states` (ISO 3166-2, 'US-NY') only those belong to it; with
 * `postcodePrefixes`, additionally or only, the places whose postal codes start with these, or are in such a
 * range ('430-458'). */
export type Region = {
  id: string;
  name: string;
  countries: readonly string[];
  states?: readonly string[];
  postcodePrefixes: readonly string[];
};

/** A destination, as far as known. `state` is as its country's post writes it: 'NY'. */
export type Place = { country: string | null; state?: string | null; postcode?: string | null };

/** How narrow a region is: everywhere, a country, a state; from there on plus the number of significant
 * characters of the postal code. */
const NARROWNESS = { everywhere: 0, country: 1, state: 2, postcode: 3 };

/** Returns the regions that contain a place, the narrowest first: by the longest prefix of its postal code,
 * by state, by country, everywhere. */
export function findRegions(regions: readonly Region[], place: Place): Region[] {
  return regions
    .map((region) => ({ region, narrowness: narrownessOf(region, place) }))
    .filter((match) => match.narrowness >= 0)
    .sort((a, b) => b.narrowness - a.narrowness)
    .map(({ region }) => region);
}

function narrownessOf({ countries, states = [], postcodePrefixes }: Region, place: Place): number {
  const { country, postcode } = place;
  if (countries.length === 0) return NARROWNESS.everywhere;
  if (country === null || !countries.includes(country)) return -1;
  const areas = postcodePrefixes.map((part) => narrownessIn(readPostalArea(part), postcode ?? ''));
  const narrowest = Math.max(...areas.map((narrowness) => narrowness ?? -1));
  if (narrowest >= 0) return NARROWNESS.postcode + narrowest;
  const ofCountry = states.filter((state) => state.startsWith(`${country}-`));
  if (ofCountry.length > 0) return isInOneOf(ofCountry, place) ? NARROWNESS.state : -1;
  return postcodePrefixes.length === 0 ? NARROWNESS.country : -1;
}

/** Whether a place is in one of some states: if two share its postal code, or it has
 * none, the one that it names counts. */
function isInOneOf(states: readonly string[], { country, state, postcode }: Place): boolean {
  const own = `${country}-${state}`;
  const found = postcode ? statesOfCode(country ?? '', postcode) : [own];
  const named = found.filter((each) => each === own);
  return (named.length > 0 ? named : found).some((each) => states.includes(each));
}

/** Whether a place is certainly in one of some states: in the one that it names, else in all that share its
 * postal code. */
export function isInStates(states: readonly string[], { country, state, postcode }: Place): boolean {
  if (state) return states.includes(`${country}-${state}`);
  const found = postcode ? statesOfCode(country ?? '', postcode) : [];
  return found.length > 0 && found.every((each) => states.includes(each));
}

/** Returns the regions whose tax applies in a place. A territory outside its country's VAT area is in no
 * region that covers all of that country; one that counts as another country is in that country's regions,
 * unless a region names it. */
export function findTaxRegions(regions: readonly Region[], place: Place): Region[] {
  const area = vatAreaOf(place);
  const isNamed = regions.some(({ countries }) => countries.includes(place.country ?? ''));
  if (area === place.country || area === null || area === 'XI') return findRegions(regions, place);
  if (isCountryArea(area) && isNamed) return findRegions(regions, place);
  if (isCountryArea(area)) return findRegions(regions, { country: area, postcode: place.postcode ?? null });
  return findRegions(regions, place).filter(
    ({ countries, states = [], postcodePrefixes }) =>
      countries.length === 0 || states.length > 0 || postcodePrefixes.length > 0,
  );
}

/** Whether a place's regions are ambiguous, because its postal code is unknown and regions of its country
 * depend on that. */
export const isUnclearIn = (regions: readonly Region[], { country, postcode }: Place): boolean =>
  !postcode &&
  regions.some(
    ({ countries, states = [], postcodePrefixes }) =>
      countries.includes(country ?? '') &&
      (postcodePrefixes.length > 0 || states.some((state) => state.startsWith(`${country}-`))),
  );

type RegionExtent = Pick<Region, 'name' | 'countries' | 'states' | 'postcodePrefixes'>;

/** Returns the name of a region that is as narrow as another one somewhere, so that it is ambiguous which one
 * applies there. */
export function findOverlap(regions: readonly RegionExtent[]): string | undefined {
  const extents = regions.map(({ countries, states = [], postcodePrefixes }) => {
    return { countries: new Set(countries), states: new Set(states), codes: postcodePrefixes };
  });
  const nth = extents.findIndex((one, at) => extents.slice(0, at).some((other) => areAlike(one, other)));
  return regions[nth < 0 ? findSharedCodes(extents) : nth]?.name;
}

type Extent = { countries: Set<string>; states: Set<string>; codes: readonly string[] };

/** Whether two regions both cover everywhere, both all of a country, or both the same state. */
function areAlike(one: Extent, other: Extent): boolean {
  if (one.countries.size === 0 || other.countries.size === 0)
    return one.countries.size === other.countries.size;
  return countriesOfBoth(one, other).some((country) => {
    const isOf = (state: string) => state.startsWith(`${country}-`);
    const [own, others] = [[...one.states].filter(isOf), [...other.states].filter(isOf)];
    const areWhole = one.codes.length + other.codes.length + own.length + others.length === 0;
    return areWhole || own.some((state) => other.states.has(state));
  });
}

const countriesOfBoth = (one: Extent, other: Extent) =>
  [...one.countries].filter((country) => other.countries.has(country));

/** Returns the index of a region that shares postal codes with another one in some country, or -1. Compares
 * areas only with those that start before they end. */
function findSharedCodes(extents: Extent[]): number {
  const areas = extents.flatMap(({ codes }, nth) =>
    codes.map(readPostalArea).flatMap(({ from, to, district }) => {
      const twoDigits = (number: number) => String(number).padStart(2, '0');
      const numbers = district && { from: twoDigits(district.from), to: twoDigits(district.to) };
      return [
        { nth, from, to, among: String(from.length) },
        ...(numbers ? [{ nth, ...numbers, among: district?.letters ?? '' }] : []),
      ];
    }),
  );
  const key = ({ among, from }: (typeof areas)[number]) => `${among} ${from}`;
  areas.sort((one, other) => (key(one) < key(other) ? -1 : 1));
  for (const [at, one] of areas.entries()) {
    for (let next = at + 1; next < areas.length; next += 1) {
      const other = areas[next];
      if (!other || other.among !== one.among || other.from > one.to) break;
      const [extent, otherExtent] = [extents[one.nth], extents[other.nth]];
      if (one.nth === other.nth || !extent || !otherExtent) continue;
      if (countriesOfBoth(extent, otherExtent).length > 0) return Math.max(one.nth, other.nth);
    }
  }
  return -1;
}
