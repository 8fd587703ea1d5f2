import { counted, formatCount, LOCALE, onDemand } from '#texts/locale.ts';

const list = onDemand(() => new Intl.ListFormat(LOCALE, { type: 'conjunction' }));

/** Joins names for a sentence: 'Parcel, Express, and Pick up'. */
export const listed = (names: Iterable<string>) => list().format(names);

/** The parts shared by the delivery and tax screens. */
export const ruleFormTexts = {
  save: 'Save',
  saving: 'Saving…',
  notSaved: 'Your changes couldn’t be saved.',
  check: 'Please check the fields marked above.',
  discard: 'Discard changes',
  leaveWhy: 'Your changes aren’t saved yet. We’ll keep what you typed for when you come back.',
  conflict: 'Someone else changed this while you were editing',
  rows: {
    up: (name: string) => `Move ${name} up`,
    down: (name: string) => `Move ${name} down`,
    moved: (name: string, place: number, of: number) => `${name} is now ${place} of ${of}`,
    edit: 'Edit',
    editOne: (name: string) => `Edit ${name}`,
    remove: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name} removed`,
  },
};

/** The screen on which an admin sets regions, methods and prices of delivery. */
export const deliveryScreenTexts = {
  title: 'Shipping methods',
  description: 'Where this shop ships, how, and for how much.',
  lead: 'Buyers choose one of these in the cart. The cheapest is preselected.',
  form: 'Shipping methods and regions',
  advanced: 'Regions',
  weightWrong: (unit: string, step: string) =>
    `Enter a weight in ${unit}, in steps of ${step}, up to 100 metric tons`,
  saved: 'Shipping saved',
  defaults: {
    heading: 'Shipping is free everywhere',
    text: 'This is the default: one method, free of charge, for every address. Edit it to set a price, or add others. Regions are only needed where prices or tax differ.',
  },
  methods: {
    heading: 'Methods',
    add: 'Add a method',
    unnamed: 'New method',
    name: 'Name',
    nameHint: 'What buyers see, such as Standard or Express',
    advanced: 'Weight limit and regions',
    kind: 'How it’s priced',
    kinds: {
      flat: 'The same for every order',
      free_over: 'Free over an order total',
      by_weight: 'By weight',
      collect: 'Free in-store pickup',
    },
    price: (currency: string) => `Price, ${currency}`,
    priceOtherwise: (currency: string) => `Price below that, ${currency}`,
    freeFrom: (currency: string) => `Free over, ${currency}`,
    steps: 'Price by weight',
    stepsHint: 'Each row is the price up to that weight. Heavier packages can’t ship this way.',
    stepColumns: (unit: string, currency: string) => [`Up to, ${unit}`, `Price, ${currency}`],
    addStep: 'Add a weight',
    maxGrams: (unit: string) => `Heaviest package, ${unit} (optional)`,
    maxGramsHint: 'Heavier packages can’t ship this way.',
    regions: 'Regions',
    regionsHint: 'Leave all unchecked for everywhere.',
    noRegions: 'Everywhere. To limit it, add a region below.',
    everywhere: 'everywhere',
    noAmount: 'no price yet',
    free: 'Free',
    collect: 'Picked up, free',
    freeFromOn: (price: string, from: string) => `${price}, free from ${from}`,
    byWeight: (least: string) => `From ${least}, by weight`,
    byWeightUnpriced: 'By weight, no prices yet',
    upTo: (weight: string) => `up to ${weight}`,
  },
  regions: {
    heading: 'Regions',
    lead: 'Areas with their own shipping prices or tax. If several fit, the smallest region applies.',
    none: 'No regions yet. All addresses are treated alike.',
    add: 'Add a region',
    unnamed: 'New region',
    name: 'Name',
    nameHint: 'For you and your staff',
    postcodes: (codes: string) => `${codes} (optional)`,
    postcodesHint:
      'Their first characters or ranges, separated by commas, such as 995, 430-458. Leave it empty for all of the places above.',
    postcodesIn: (prefixes: string) => `only ${prefixes}`,
    everywhere: 'Everywhere',
    onlyRegion: (region: string, methods: string) =>
      `${region} is the only region of ${methods}. Change that first.`,
  },
  countries: {
    label: 'Countries and states',
    hint: 'Leave it empty for everywhere.',
    search: 'Find a state or country',
    /** 'Georgia, United States'. */
    stateOf: (state: string, country: string) => `${state}, ${country}`,
    searchHint: 'Enter adds the first one found.',
    found: 'States and countries found',
    none: 'No state or country found',
    more: (count: number) => `And ${formatCount(count)} more. Keep typing to narrow it down.`,
    remove: (country: string) => `Remove ${country}`,
    removed: (country: string) => `${country} removed`,
    added: (country: string) => `${country} added`,
    addUnion: 'Add the European Union',
    unionAdded: 'The European Union’s 27 countries added',
    andMore: (count: number) => `${formatCount(count)} more`,
    /** Common names of some countries, in lower case. */
    aliases: {
      US: 'usa america',
      GB: 'uk great britain england scotland wales',
      AE: 'uae',
      NL: 'holland',
      CZ: 'czech republic',
    } as Record<string, string>,
  },
  shop: {
    heading: 'Default tool weight',
    assumedGrams: (unit: string) => `Default tool weight, ${unit}`,
    unweighed: (tools: number) =>
      counted(tools, {
        one: '# tool in the shop has no weight of its own.',
        other: '# tools in the shop have no weight of their own.',
      }),
  },
};

/** A sample basket, with which an owner tests the rules. */
export const tryItTexts = {
  heading: 'Try it',
  lead: 'What a buyer would pay with these settings, even before you save.',
  goods: (currency: string) => `Price of the goods, ${currency}`,
  weight: (unit: string) => `Weight, ${unit}`,
  country: 'Ship to',
  category: 'Category',
  anyCategory: 'Any other',
  business: 'A business with a VAT number from there',
  noAddress: 'No address yet',
  notYet: 'Fill in the fields above to see what it costs.',
  region: (region: string) => `Region: ${region}`,
  noRegion: 'Outside all regions',
  delivery: (method: string) => `Shipping: ${method}`,
  others: (methods: string) => `Buyers could also choose ${methods}.`,
  method: (name: string, price: string) => `${name} (${price})`,
  total: 'Total',
  taxIncluded: (name: string) => `${name} included`,
  goodsRow: 'Goods',
};
