/** What the law of a shop's country wants said on a tool's page. */
export const noticeTexts = {
  safety: {
    heading: 'Manufacturer and safety',
    manufacturer: 'Manufacturer',
    responsible_person: 'Responsible person in the EU',
    warnings: 'Safety warnings',
  },
  disposal: {
    heading: 'Disposal',
    electrical:
      'Don’t put this product in the household trash. It contains electrical parts, which are collected separately: take it to a public collection point, or return it to us.',
    batteries:
      'Don’t put batteries in the household trash. You’re required to return used batteries, free of charge, to us or to a public collection point.',
  },
  guarantee: {
    name: 'GARAN',
    years: (years: number) => (years === 1 ? 'year' : 'years'),
    label: (years: number, maker: string, model: string) =>
      `Durability guarantee of ${years} years by ${maker}: ${model}`,
    by: 'Durability guarantee by the producer',
    legal: 'In addition to the legal guarantee of conformity, which is at least 2 years.',
  },
  prop65: {
    sign: 'WARNING',
    inCalifornia: 'For delivery to California',
  },
};
