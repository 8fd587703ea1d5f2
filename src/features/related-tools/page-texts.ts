/** The lists below a tool. */
export const relatedTexts = {
  successor: 'Replaced by',
  spareParts: 'Spare parts',
  accessories: 'Accessories',
  fits: 'Fits',
  replaces: 'Replaces',
  table: (heading: string) => `${heading}: table`,
  discontinued: (tools: string) => `No longer sold: ${tools}`,
  bought: 'Customers also bought',
  gone: 'It was replaced by:',
  named: ({ name, part_number }: { name: string; part_number: string | null }) =>
    part_number ? `${name} (${part_number})` : name,
  seeSuccessor: 'See the successor',
};
