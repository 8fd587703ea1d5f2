export const deliveryKinds = ['flat', 'free_over', 'by_weight', 'collect'] as const;

/** Delivery is taxed at its region's standard rate, at the highest rate of the goods, or not at all. */
export const deliveryTaxes = ['standard', 'highest', 'none'] as const;

/** A part of the world that delivery and tax are set for. `countries` are ISO 3166 alpha-2, none of them meaning everywhere;
 * with `postcodePrefixes`, only the places whose postcodes begin so. */
export type Region = {
  id: string;
  name: string;
  countries: readonly string[];
  postcodePrefixes: readonly string[];
};

/** Where something goes to, as far as that is known. */
export type Place = { country: string | null; postcode?: string | null };

/** The regions that a place is in, the narrowest first: by the longest beginning of its postcode, its country, everywhere. */
export function findRegions(regions: readonly Region[], { country, postcode }: Place): Region[] {
  const plain = plainPostcode(postcode ?? '');
  const narrowness = ({ countries, postcodePrefixes }: Region): number => {
    if (countries.length === 0) return 0;
    if (country === null || !countries.includes(country)) return -1;
    if (postcodePrefixes.length === 0) return 1;
    const matching = postcodePrefixes.filter((prefix) => plain.startsWith(plainPostcode(prefix)));
    return matching.length > 0 ? 1 + Math.max(...matching.map((prefix) => plainPostcode(prefix).length)) : -1;
  };
  return regions
    .map((region) => ({ region, narrowness: narrowness(region) }))
    .filter((match) => match.narrowness >= 0)
    .sort((a, b) => b.narrowness - a.narrowness)
    .map(({ region }) => region);
}

/** Whether it cannot be said which regions a place is in, as its postal code is not known and regions of its country go by that. */
export const isUnclearIn = (regions: readonly Region[], { country, postcode }: Place): boolean =>
  !postcode &&
  regions.some(
    ({ countries, postcodePrefixes }) => postcodePrefixes.length > 0 && countries.includes(country ?? ''),
  );

/** A postcode as it is compared: 'sw1a 1aa' and 'SW1A1AA' are one. */
export const plainPostcode = (postcode: string): string => postcode.toUpperCase().replace(/[^0-9A-Z]/g, '');

type RegionExtent = Pick<Region, 'name' | 'countries' | 'postcodePrefixes'>;

/** The name of a region that is as narrow as another one somewhere, so that nobody could tell which of them counts there. */
export function findOverlap(regions: readonly RegionExtent[]): string | undefined {
  const taken = new Set<string>();
  for (const { name, countries, postcodePrefixes } of regions) {
    const prefixes = postcodePrefixes.length > 0 ? new Set(postcodePrefixes.map(plainPostcode)) : [''];
    const places = (countries.length > 0 ? [...new Set(countries)] : ['everywhere']).flatMap((country) =>
      [...prefixes].map((prefix) => `${country} ${prefix}`),
    );
    if (places.some((place) => taken.has(place))) return name;
    for (const place of places) taken.add(place);
  }
  return undefined;
}
