/** The categories that the shop carries. */
export const portfolioTexts = {
  title: 'Portfolio',
  description: 'What Toolyard carries: hand tools, power tools, and machines.',
  opening: 'Three categories, for everything from the tool belt to the shop floor.',
  /** Under the names of the catalogue's categories, to whose lists they lead. */
  ranges: [
    {
      name: 'Hand tools',
      text: 'Hammers, saws, planes, wrenches, and tools for measuring and marking. The ones you keep on your belt or in the truck, sold in crew-size quantities.',
      link: 'See hand tools',
    },
    {
      name: 'Power tools',
      text: 'Drills, saws, grinders, and sanders, corded and cordless.',
      link: 'See power tools',
    },
    {
      name: 'Machines',
      text: 'Drill presses, table saws, air compressors, and everything else that stands on the shop floor.',
      link: 'See machines',
    },
  ],
};
