import { counted, formatCount } from '#texts/locale.ts';

const sizes = { one: '# size', other: '# sizes' };

/** The page on which sizes are added to a family as rows of cells. */
export const addSizesTexts = {
  title: 'Add sizes',
  description: 'Add many sizes to a family at once.',
  lead: (family: string) =>
    `Each row becomes a tool in ${family}. Nothing is saved until every row is right.`,
  toFamily: 'Back to the family',
  shared: 'The same for all sizes',
  sharedLead: 'If a column has one of these, its values are used instead.',
  fields: {
    category: 'Category (optional)',
    brand: 'Brand (optional)',
    description: 'Description',
    min_order_quantity: 'Minimum order',
    pack_step: 'Sold in packs of',
    img: 'Picture (optional)',
  },
  pictureHint: 'Without a picture, sizes are drafts: buyers can’t see them until they have one.',
  grid: 'Sizes',
  gridLead:
    'Type, or copy cells from a spreadsheet and paste them here, with or without the line of column names. Any column that isn’t a field is a specification, such as “Width, mm”.',
  columnName: (place: number) => `Name of column ${place}`,
  specification: 'Specification, unit',
  cell: (row: number, column: string) => `Row ${row}, ${column}`,
  unnamed: (place: number) => `column ${place}`,
  row: 'Row',
  addRow: 'Add a row',
  addColumn: 'Add a column',
  removeRow: (row: number) => `Remove row ${row}`,
  removeColumn: (column: string) => `Remove ${column}`,
  removedRow: (row: number) => `Removed row ${row}`,
  removedColumn: (column: string) => `Removed ${column}`,
  clear: 'Clear all',
  pasted: (rows: number) => `Pasted ${counted(rows, { one: '# row', other: '# rows' })}`,
  leftOut: (rows: number, most: number) =>
    `Up to ${formatCount(most)} sizes can be added at a time, so the last ${counted(rows, { one: '# row was', other: '# rows were' })} left out.`,
  numbers: 'Numbers are written like',
  numbersOfCells: 'As in the cells',
  decimals: { '.': '1,234.50', ',': '1.234,50' },
  submit: (count: number) => (count === 0 ? 'Add sizes' : `Add ${counted(count, sizes)}`),
  nothing: 'Type or paste at least one row',
  nameColumn: 'Name this column, or remove it',
  nameTwice: 'Another column has this name',
  tooLarge: 'These rows are too large to save at once. Save some of them, then add the rest.',
  wrong: (count: number) =>
    `${counted(count, { one: '# cell', other: '# cells' })} to fix. Nothing was saved.`,
  problem: (where: string, message: string) => `${where}: ${message}`,
  moreProblems: (count: number) => `And ${formatCount(count)} more, marked in the grid`,
  added: (count: number, family: string) => `Added ${counted(count, sizes)} to ${family}`,
  addedWhy: 'You can undo this for 30 days.',
  seeFamily: 'See the family',
  seeChanges: 'See or undo the changes',
  addMore: 'Add more sizes',
};

/** Errors of sizes that are added to a family from rows of cells. */
export const sizesErrorTexts = {
  sizesOf: (family: string) => `Sizes of ${family}`,
  cellTooLong: 'This cell is too long',
  badColumn: 'Each column has a field, or the name of a specification',
  tooManyColumns: (most: number) => `There can be up to ${formatCount(most)} columns`,
  columnTwice: 'Each column can be there once',
  noPartNumbers: 'One of the columns must have part numbers',
  rowTooWide: 'This row has more cells than there are columns',
  noRows: 'Rows are required',
  tooManyRows: (most: number) => `Add up to ${formatCount(most)} sizes at a time`,
  badDecimal: 'decimal must be “.” or “,”, the sign before the decimals',
  doubtful: (number: string) =>
    `“${number}” could be a decimal or thousands. Choose how your numbers are written.`,
  wrongCells: (count: number) =>
    count === 1 ? '1 cell needs to be fixed' : `${formatCount(count)} cells need to be fixed`,
};
