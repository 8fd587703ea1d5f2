import { formatCount } from '#texts/locale.ts';

/** Errors of files that change many tools. */
export const importErrorTexts = {
  noSuchImport: 'We can’t find that import',
  notMultipart: 'Send the file as multipart/form-data',
  notOneFile: 'Send exactly one file, in the field file',
  badForm: 'The form is invalid or incomplete',
  badMapping: 'columns must be a JSON object of fields by the names of columns',
  badPictures: 'pictures must be a JSON object of addresses by the names of files',
  noPicture: (name: string) => `There’s no picture “${name}”. Upload it with the file, or use its address.`,
  unknownField: (field: string) => `columns: there is no field ${field}`,
  empty: 'The file is empty',
  tooLarge: (megabytes: number) => `The file must be ${megabytes} MB or smaller`,
  noKey: 'The file needs a column with part numbers',
  twiceMapped: (field: string) => `Two columns in the file are for ${field}`,
  unreadable:
    'The file can’t be read past this point. Check for a missing or extra quotation mark, or save it as “CSV UTF-8” and import that.',
  manyRows: (most: number) => `The file must have ${formatCount(most)} rows or fewer`,
  longName: (most: number) => `Column names must be ${most} characters or shorter`,
  manyColumns: (most: number) => `This row has more than ${formatCount(most)} columns`,
  longRow:
    'This row is longer than a million characters. Check it for a missing quotation mark, or shorten its cells.',
  doubtful: (number: string) =>
    `Numbers in this file can be read two ways: “${number}” could be a decimal or thousands. Choose how the file writes numbers, then check it again.`,
  badDecimal: 'decimal must be “.” or “,”, the sign before the decimals of the file’s numbers',
  badWeightUnit: 'weightUnit must be g, kg, oz, or lb',
  notText: 'This file isn’t plain text. Save it as “CSV UTF-8” and import that.',
  gaveUp: 'Something kept going wrong at our end, so we stopped trying. Please try again.',
  tooWide: 'This row has more cells than the file has columns',
  tooNarrow:
    'This row has fewer cells than the file has columns. Check it for a missing separator or quotation mark.',
  manyRowsOfOne: (most: number) => `A product must have ${formatCount(most)} rows or fewer`,
  scattered:
    'Rows of the same products are too far apart. Sort the file by handle or parent, or split it, and import that.',
  sharedStock:
    'The other shop counts one stock for several variations of this product. Enter how many there are of this one.',
  rounded: (label: string) =>
    `${label} was rounded by a spreadsheet. Format its column as text, enter it in full, and save the file again.`,
  dated: (label: string) =>
    `${label} was turned into a date by a spreadsheet. Format its column as text, enter it again, and save the file.`,
  failedCell: (cell: string) => `A spreadsheet put the error ${cell} in this cell`,
  notNumber: (label: string) => `${label} must be a number`,
  skipped: {
    draft: 'Skipped: a draft in Shopify',
    archived: 'Skipped: archived in Shopify',
    unlisted: 'Skipped: unlisted in Shopify',
    unpublished: 'Skipped: unpublished in Shopify’s online store',
    giftCard: 'Skipped: a gift card. Gift cards can’t be sold here.',
    woo: 'Skipped: unpublished or hidden in WooCommerce',
    prestaShop: 'Skipped: inactive or hidden in PrestaShop',
  },
  notSoldThere: 'This product is a group, or is sold on another site',
  noKeyInRow: 'This row has no part number',
  twoTools: 'The part number and the _id in this row belong to different tools',
  twice: (row: number) => `Row ${row} is for the same tool`,
  notChecked: 'Only an import that has been checked can be applied',
  nothing: 'This import changes nothing',
  hasErrors: 'Some rows have errors. Fix them, or leave them out.',
  changedMeanwhile: 'This tool was changed after the file was checked. Import the file again.',
  tooMuchStock: 'The stock count can’t hold that many units',
  tooFewLeft: (tool: string, units: number) =>
    units === 0 ? `None of ${tool} is available anymore` : `Only ${units} of ${tool} available now`,
  notApplied: 'Only an import that has been applied can be undone',
  cannotPutBack: 'This can’t be undone: another tool now has one of the old part numbers',
  badPriceBreak: (line: number) => `Price breaks: line ${line} must be like “Quantity: Price”`,
  badSpecification: (line: number) => `Specifications: line ${line} must be like “Name: Value | Unit”`,
  tooLate: (days: number) => `An import can be undone for ${days} days`,
};

/** Errors of bulk changes. */
export const bulkRuleTexts = {
  percent: 'Percent',
  percentRange: 'Percent must be from -99 to 1000',
  amount: 'Amount',
  amountRange: 'The amount is too large',
  by: 'Units',
  noTools: 'Choose at least one tool',
  tooManyTools: (most: number) => `You can name ${most} tools at most. Choose more with a search.`,
  onePrice: 'Change the price by a percentage or by an amount, not both',
  rounding: 'Choose one of the roundings',
  noRounding: 'This currency has no cents to round to',
  oneCount: 'Set what is available, or change it by a number of units, not both',
  nothing: 'Choose what to change',
};
