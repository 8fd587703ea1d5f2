import { counted } from '#texts/locale.ts';

export const bannerTexts = {
  heading: 'Good tools, ready when the job starts',
  promise:
    'Everything for your construction needs: hand tools, power tools, and machines, with live stock counts.',
  shopNow: 'Shop Now',
  sceneDescription: 'A workshop wall of hand tools above a bench with a plane, a drill, and a vise.',
  sceneKeyLabel: 'In the picture',
  /** What the numbers in the scene point at, in their order. */
  sceneKey: [
    'Claw hammer',
    'Combination wrench',
    'Adjustable wrench',
    'Combination pliers',
    'Screwdriver',
    'Smoothing plane',
    'Hammer drill',
  ],
};

export const homeTexts = {
  ranges: 'Shop by category',
  rangeTools: (count: number) => counted(count, { one: '# tool', other: '# tools' }),

  tools: 'Tools',
  seeAll: 'See all tools',
  noTools: 'There are no tools in the shop yet',

  statistics: 'Statistics',
  figures: [
    { value: '55%', label: 'Sell Rate' },
    { value: '25+', label: 'Country Shipment' },
    { value: '440+', label: 'Feedback' },
    { value: '1000+', label: 'Happy Clients' },
  ],

  support: 'Support',
  mechanics: {
    name: 'Mechanic Support',
    workers: '88 Workers',
    hours: '8AM-10PM',
    work: 'For a tool or machine that won’t run.',
  },
  repair: {
    name: 'Tools Repair',
    workers: '60 Workers',
    hours: '8AM-10PM',
    work: 'For brushes, bearings, cords, and edges that are worn out.',
  },
  shopNow: 'Shop Now',
};
