import { listTextsOf } from '#texts/lists.ts';
import { toolFigureTexts } from './tool.ts';

/** Labels of a tool's fields, in its form and in errors. */
export const toolFieldTexts = {
  name: 'Name',
  description: 'Description',
  ...toolFigureTexts,
  price: 'Price',
  pack_step: 'Sold in packs of',
  price_breaks: 'Price breaks',
  category: 'Category',
  brand: 'Brand',
  part_number: 'Part number',
  gtin: 'GTIN (UPC, EAN)',
  specifications: 'Specifications',
  weight_grams: 'Weight, g',
  length_mm: 'Length, mm',
  width_mm: 'Width, mm',
  height_mm: 'Height, mm',
  image: 'Image',
  pictures: 'More pictures',
};

/** Labels of measures in the form, in the shop's units; files have grams and millimeters. */
export const measureTexts = {
  weight_grams: (unit: string) => `Weight, ${unit}`,
  length_mm: (unit: string) => `Length, ${unit}`,
  width_mm: (unit: string) => `Width, ${unit}`,
  height_mm: (unit: string) => `Height, ${unit}`,
  steps: (label: string, step: string) => `${label} must be more than 0, in steps of ${step}`,
};

/** Errors of a tool's fields, as in the specification. */
export const toolRuleTexts = {
  nameMissing: 'Tool is required',
  priceNothing: 'Price must be more than 0',
  priceTooHigh: 'Price is too high',
  imageWrong: 'Image is not valid',
  picturesWrong: 'Pictures is not valid',
  tooManyPictures: (most: number) => `A tool can have ${most} pictures`,
  gtinLength: 'A GTIN (UPC, EAN, ISBN) has 8, 12, 13, or 14 digits, zeros at its start included',
  gtinCheckDigit: (digit: string) =>
    `Check the GTIN: there’s a typo in it, or its last digit should be ${digit}`,
  partNumberWrong: 'Part number can have letters from A to Z, digits, spaces, and . _ / + # -',
};

export const specificationRuleTexts = {
  name: 'Specification',
  value: 'Value',
  unit: 'Unit',
  nameMissing: 'Each specification needs a name',
  valueMissing: 'Each specification needs a value',
  twice: (name: string) => `“${name}” is listed twice`,
  tooMany: (most: number) => `A tool can have ${most} specifications`,
};

/** The form's rows of specifications. */
export const specificationRowTexts = {
  columns: ['Specification', 'Value', 'Unit'],
  add: 'Add a specification',
};

/** Price breaks. */
export const priceBreakTexts = {
  columns: ['From quantity', 'Price per unit'],
  add: 'Add a price break',
  quantity: 'Quantity',
  tooMany: (most: number) => `A tool can have ${most} price breaks`,
  twice: 'Each quantity can have only one price',
  overtaken: (rows: readonly number[]) =>
    `Not below the price, so not used: ${rows.map((row) => `row ${row}`).join(', ')}`,
  notLower: 'Each price break must be lower than the price and the break before it',
};

export const toolEditTexts = {
  stockReason: 'Edited',
  versionMissing: 'version is required',
  versionWrong: 'version must be a whole number, at least 1',
};

export const manageToolsTexts = {
  title: 'Manage Tools',
  description: 'The tools in this shop.',
  add: 'Add a tool',
  searchWords: 'Search words',
  taxonomy: 'Categories and brands',
  delivery: 'Receive stock',
  more: 'More about tools',
  stockOf: (tool: string) => `Stock of ${tool}`,
  list: listTextsOf('Manage Tools', 'tool', 'tools'),
  controls: 'Tools',
  searchHint: 'Name, part number, brand, or category',
  stock: 'Stock',
  stocks: { '': 'All', low: 'Running low', draft: 'Drafts' },
  category: 'Category',
  brand: 'Brand',
  all: 'All',
  sorts: {
    '': 'Newest first',
    name: 'Name',
    price: 'Price: low to high',
    '-price': 'Price: high to low',
    minimum: 'Min order quantity: low to high',
    '-minimum': 'Min order quantity: high to low',
    available: 'Available quantity: low to high',
    '-available': 'Available quantity: high to low',
  },
  columns: {
    name: 'Name',
    description: 'Description',
    price: 'Price',
    min_order_quantity: 'Min Order Quantity',
    available_quantity: 'Available Quantity',
    action: 'Action',
  },
  runningLow: 'Running low',
  runningLowWhy: (orders: string) => `Fewer than ${orders} minimum orders left`,
  select: (tool: string) => `Select ${tool}`,
  edit: 'Edit',
  editTool: (tool: string) => `Edit ${tool}`,
  deleteTool: (tool: string) => `Delete ${tool}`,
  tool: (tool: string) => `Tool: ${tool}`,
  deleted: (tool: string) => `Tool: ${tool} is deleted`,
  none: 'There are no tools in the shop yet',
};

/** Drafts: tools without a picture. */
export const draftTexts = {
  badge: 'Draft: needs a picture',
  why: 'This tool is a draft. Buyers can’t see it until it has a picture.',
};

export const editToolTexts = {
  title: 'Edit tool',
  description: 'Change a tool’s details.',
  save: 'Save',
  saving: 'Saving the tool…',
  saved: (tool: string) => `Saved ${tool}`,
  failed: 'The tool couldn’t be saved.',
  leave: 'Leave without saving the tool?',
  stockHint: 'A new count goes into the stock history as a correction.',
  copy: 'Copy this tool',
  seeTool: 'See its page',
  gone: 'This tool isn’t in the shop',
  goneWhy: 'It may have been deleted.',
  conflict: 'Someone else changed this tool',
  conflictLead: 'Nothing you typed is lost. Choose what to keep for each field, then save.',
  sameNow: 'Their changes and yours are both in the form below. Save to keep them.',
  field: 'Field',
  theirs: 'In the shop now',
  mine: 'Yours',
  allTheirs: 'Use all of theirs',
  allMine: 'Keep all of mine',
  none: 'None',
  otherPicture: 'A different picture',
  myPicture: 'The picture you chose',
  morePictures: (count: number) => `Pictures: ${count}`,
};

export const synonymRuleTexts = {
  word: { missing: 'Please enter a word', label: 'Word' },
  sameAs: { missing: 'Please enter a word that means the same', label: 'Same as' },
};

export const synonymsTexts = {
  title: 'Search Words',
  description: 'Words that mean the same thing in a search.',
  lead: 'A search for either word finds the other too. Changes take effect at once.',
  toSettings: 'Shop settings',
  form: 'Add a pair',
  columns: { word: 'Word', sameAs: 'Same as', action: 'Action' },
  add: 'Add',
  list: listTextsOf('Search Words', 'pair', 'pairs'),
  pair: (word: string, sameAs: string) => `${word} = ${sameAs}`,
  added: (word: string, sameAs: string) => `${word} now finds ${sameAs} too`,
  deletePair: (word: string, sameAs: string) => `Delete ${word} = ${sameAs}`,
  deleted: (word: string, sameAs: string) => `Deleted ${word} = ${sameAs}`,
  none: 'No pairs yet',
};

export const lowStockEmailTexts = {
  subject: (tool: string) => `Running low: ${tool}`,
  text: 'Fewer than three minimum orders are left. We’ll email you again if it runs low after a restock.',
  available: 'Available',
  minimum: 'Minimum order',
  link: 'See its stock',
};

export const toolErrorTexts = {
  noSuchTool: 'We can’t find that tool',
  editedMeanwhile: 'Someone else changed this tool while you were editing it',
  partNumberTaken: 'Another tool has this part number',
  measuredPartly: 'Enter all three dimensions, or none',
  decimals: (field: string, most: number) => `${field} can have at most ${most} decimal places`,
  multiple: (smallest: string) =>
    `Price must be a multiple of ${smallest}, the smallest amount a card can be charged`,
  pictureTwice: 'The same picture is listed twice',
  alreadyReviewed: 'You’ve already reviewed this tool',
  notBought: 'Only buyers of a tool can review it',
};
