/** The head of the home page. */
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
