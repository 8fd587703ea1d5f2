/** The accessories of a tool, on its form. */
export const accessoryTexts = {
  heading: 'Accessories',
  lead: 'Shown on the tool’s page, in this order, while they’re for sale. Changes are saved right away.',
  find: 'Add a tool',
  findHint: 'Name or part number',
  search: 'Find',
  noTool: 'No tools match',
  add: (name: string) => `Add ${name}`,
  remove: (name: string) => `Remove ${name}`,
  draft: 'Draft',
  full: (most: number) => `A tool can have ${most} accessories`,
  added: (name: string) => `Added ${name}`,
  removed: (name: string) => `Removed ${name}`,
  tooMany: (most: number) => `A tool can have ${most} accessories`,
  twice: 'Each accessory can be listed once',
  itself: 'A tool can’t be its own accessory',
  noSuchTool: 'One of the accessories isn’t in the shop',
};
