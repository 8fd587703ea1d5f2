export const listRuleTexts = {
  name: { missing: 'Please give the list a name', label: 'Name' },
  quantity: 'Quantity',
  lines: {
    missing: 'lines must be a list of tools and quantities',
    none: 'A list needs at least one line',
    tooMany: (most: number) => `A list can have at most ${most} lines`,
  },
};

export const listErrorTexts = {
  noSuchList: 'We can’t find that list',
  noSuchTool: 'This tool is no longer sold',
  nameTaken: 'You already have a list with this name',
  tooMany: (most: number) => `You can save ${most} lists. Please delete one first.`,
};

export const listsTexts = {
  title: 'Saved Lists',
  description: 'Tools that you order again and again.',
  lead: 'Open a list to check stock and prices and put it in your cart.',
  open: 'Open',
  openList: (name: string) => `Open the list ${name}`,
  delete: (name: string) => `Delete the list ${name}`,
  deleted: 'List deleted',
  lines: { one: '# line', other: '# lines' },
  list: 'Saved lists',
  none: 'You have no saved lists yet',
  noneYet: 'Paste or type a list in Quick Order, and save it there.',
  quickOrder: 'Go to Quick Order',
};
