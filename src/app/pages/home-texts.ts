import { counted } from '#texts/locale.ts';

export const bannerTexts = {
  shopNow: 'Shop Now',
  sceneDescription: 'A workshop wall of hand tools above a bench with a plane, a drill, and a vise.',
  sceneKeyLabel: 'In the picture',
  /** Labels of the numbers in the scene, in their order. */
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

  support: 'Support',
  shopNow: 'Shop Now',
};
