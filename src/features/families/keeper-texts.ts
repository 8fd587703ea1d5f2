import { listTextsOf } from '#texts/lists.ts';
import { counted, formatCount } from '#texts/locale.ts';

const tools = { one: '# tool', other: '# tools' };

/** The list of families for admins. */
export const familiesTexts = {
  title: 'Families',
  description: 'Tools that come in sizes, each family as one table.',
  lead: 'A family shows its sizes as one table. Each size stays a tool with its own price and stock.',
  list: listTextsOf('Families', 'family', 'families'),
  controls: 'Families',
  searchHint: 'Name of a family',
  columns: { name: 'Name', category: 'Category', members: 'Tools', action: 'Action' },
  toTools: 'Manage Tools',
  add: 'Add a family',
  none: 'No families yet',
  noneWhy: 'Add one and then its sizes, or select tools on Manage Tools and group them.',
  toolsOf: (family: string, count: number) => `${family}: ${counted(count, tools)}`,
  edit: 'Edit',
  editOne: (family: string) => `Edit ${family}`,
  deleteOne: (family: string) => `Delete ${family}`,
  describe: (family: string) => `Family: ${family}. Its tools stay in the shop.`,
  deleted: (family: string) => `Deleted ${family}. Its tools are still in the shop.`,
  name: 'Name',
  added: (family: string) => `Added ${family}`,
};

/** Grouping the tools that are ticked on Manage Tools. */
export const groupTexts = {
  open: 'Group',
  title: (count: number) => `Group ${counted(count, tools)}`,
  lead: 'Tools in a family show as one table of sizes. Each keeps its price, stock, and page.',
  family: 'Family',
  hint: 'Type a new name, or choose one of your families to add to.',
  elsewhere: (count: number) =>
    count === 1
      ? 'This tool is already in a family. Take it out of that family first:'
      : 'These tools are already in a family. Take them out of it first:',
  inFamily: (tool: string, family: string) => `${tool} is in “${family}”`,
  more: (count: number) => `And ${formatCount(count)} more`,
  submit: 'Group',
  done: (count: number, family: string) => `${counted(count, tools)} now in ${family}`,
};

/** The editor of a family. */
export const editFamilyTexts = {
  title: 'Edit family',
  description: 'Change a family and its members.',
  toFamilies: 'Families',
  viewInShop: 'View in shop',
  gone: 'This family isn’t in the shop anymore',
  goneWhy: 'Someone may have deleted or merged it. Its tools may still be in the shop.',
  form: 'About this family',
  name: 'Name',
  descriptionLabel: 'Description (optional)',
  category: 'Category (optional)',
  save: 'Save',
  saved: (family: string) => `Saved ${family}`,
  names: { name: 'Name', description: 'Description', category: 'Category', pictures: 'Pictures' },
  conflict: 'Someone else changed this family',
  pictures: {
    label: 'Pictures (optional)',
    hint: 'Without one, the first tool’s picture is shown. If a drawing has letters, end the names of its measures with them: Length B.',
    noRoom: 'A family can’t have more pictures',
    refused: (file: string, why: string) => `${file}: ${why}`,
    choose: 'Choose pictures, or drop them here',
    uploading: (file: string) => `Uploading ${file}…`,
    picture: (place: number) => `Picture ${place}`,
    up: (place: number) => `Move picture ${place} up`,
    down: (place: number) => `Move picture ${place} down`,
    remove: (place: number) => `Remove picture ${place}`,
    moved: (_place: number, to: number) => `Now picture ${to}`,
    removed: () => 'Picture removed',
  },

  members: 'Tools',
  membersLead: 'Buyers see them in this order.',
  none: 'No tools yet',
  noneWhy: 'Buyers don’t see a family without tools.',
  selection: {
    label: 'Tools of this family',
    selectAll: 'Select all shown',
  },
  selected: (count: number) => (count === 0 ? 'None selected' : `${formatCount(count)} selected`),
  select: (tool: string) => `Select ${tool}`,
  draft: 'Draft',
  available: (units: number) => `${formatCount(units)} available`,
  more: (tool: string) => `More actions for ${tool}`,
  takeOut: 'Take out',
  takeOutOne: (tool: string) => `Take out ${tool}`,
  takeOutMany: (count: number) => `Take out ${counted(count, tools)}`,
  takenOut: (count: number) => `Took out ${counted(count, tools)}`,
  editTool: 'Edit',
  editOne: (tool: string) => `Edit ${tool}`,
  showMore: (left: number) => `Show ${formatCount(left)} more`,

  addByNumber: 'Add by part number',
  numbers: 'Part numbers',
  numbersHint: 'One per line, such as a column copied from a spreadsheet.',
  numbersMissing: 'Part numbers are required',
  addNumbers: 'Add tools',
  addSizes: 'Add sizes',
  changeAll: 'Change prices or details',
  split: (count: number) => `Split off ${counted(count, tools)}`,
  splitLead: 'They become a new family in the same category.',
  newName: 'Name of the new family',
  splitDone: (family: string) => `Added ${family}`,
  merge: 'Merge into another family',
  mergeTitle: (family: string) => `Merge ${family} into another family`,
  into: 'Merge into',
  intoMissing: 'Choose one of your families',
  mergeWhy: (family: string, count: number) =>
    `${counted(count, tools)} of ${family} will move to the end of the other family, and ${family} will be deleted. This can’t be undone.`,
  mergeSubmit: 'Merge',
  merged: (family: string, into: string) => `${family} is now part of ${into}`,
};
