/** The columns of a file with links, by what a tool's links are called elsewhere. */
export const linkCells = {
  accessories: 'accessories',
  spare_parts: 'spareParts',
  replaced_by: 'replacedBy',
  replacement_for: 'replaces',
} as const;
export type LinkCell = keyof typeof linkCells;
export const linkCellNames = Object.keys(linkCells) as LinkCell[];

export const isLinkCell = (name: string): name is LinkCell => Object.hasOwn(linkCells, name);
