/** The head of the home page. */
export const bannerTexts = {
  heading: 'Good tools, on site when the job starts',
  promise:
    'Everything for your construction needs: hand tools, power tools and machines, with the stock we really hold.',
  shopNow: 'Shop Now',
  sceneDescription: 'A workshop wall hung with hand tools above a bench with a plane, a drill and a vise.',
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
