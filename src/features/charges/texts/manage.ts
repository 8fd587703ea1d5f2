/** The rules of what the owner sets about delivery and tax. */
export const chargeRulesTexts = {
  list: (label: string) => `${label} must be a list`,
  tooMany: (label: string, max: number) => `${label}: ${max} at most`,
  labels: {
    countries: 'Countries',
    postcodePrefixes: 'Postal codes',
    regions: 'Regions',
    methods: 'Delivery methods',
    steps: 'Weights',
    upToGrams: 'Up to',
    maxGrams: 'Heaviest parcel',
    assumedGrams: 'Weight of a tool without one',
    rates: 'Tax rates',
  },
  name: { missing: 'Name is required', label: 'Name' },
  taxName: { missing: 'Please say what the tax is called', label: 'Name of the tax' },
  version: 'version must be a whole number',
  country: 'Use two-letter country codes, such as US or DE',
  prefix: 'A postal code begins with letters and digits, 10 at most',
  prefixesWithoutCountry: 'Say which country these postal codes are in',
  grams: (label: string) => `${label} must be whole grams, 100 tons at most`,
  amount: 'Enter an amount, 0 or more',
  tooLargeAmount: 'This amount is too large, or has too many decimals',
  freeFrom: 'Say from which order total on it’s free',
  steps: 'Say what each weight costs',
  stepsRise: 'Each weight must be more than the one before',
  collectIsFree: 'Pickup is free',
  twice: 'Something is in this list twice',
  overlap: (region: string) => `Part of “${region}” is in another region already`,
  noMethod: 'Keep at least one delivery method',
  noSuchRegion: 'A delivery method goes to a region that isn’t there',
  rate: 'Enter a percentage from 0 to 100, with 2 decimals at most',
  exempts: 'exemptsBusinesses must be true or false',
  included: 'pricesIncludeTax must be true or false',
};

/** Why a change of them was refused. */
export const chargeRulesErrorTexts = {
  changedMeanwhile: 'Someone else changed delivery or tax while you were editing',
  regionTaxed: (region: string) => `${region} has tax rates. Remove them first`,
  noSuchRegion: 'A tax rate is for a region that isn’t there anymore',
  noSuchCategory: 'A tax rate is for a category that isn’t there anymore',
};
