/** The ranges that the shop carries. */
export const portfolioTexts = {
  title: 'Portfolio',
  description: 'The ranges that Toolyard carries: hand tools, power tools and machines.',
  opening: 'Three ranges, chosen for what gets used up, worn out or asked for on a working day.',
  /** Under the names of the catalogue's categories, to whose lists they lead. */
  ranges: [
    {
      name: 'Hand tools',
      text: 'Hammers, saws, planes, wrenches, measuring and marking out. What stays on the belt or in the van, sold in the quantities that a gang uses up.',
      link: 'See hand tools',
    },
    {
      name: 'Power tools',
      text: 'Drills, saws, grinders and sanders, corded and cordless. Listed with power, weight and what fits, so that nothing arrives that the batteries you own will not drive.',
      link: 'See power tools',
    },
    {
      name: 'Machines',
      text: 'Drill presses, table saws, compressors and what else stands on the workshop floor. Listed with weight and supply, since getting it in is half the job.',
      link: 'See machines',
    },
  ],
};
