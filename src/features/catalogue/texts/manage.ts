import { listTextsOf } from '#texts/lists.ts';
import { safetyHints, safetyLabels } from '#texts/product-safety.ts';
import { toolFigureTexts } from './tool.ts';

/** Labels of a tool's fields, in its form and in errors. */
export const toolFieldTexts = {
  name: 'Name',
  description: 'Description',
  ...toolFigureTexts,
  price: 'Price',
  former_price: 'Regular price',
  reduced_until: 'Reduced until',
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
  content: 'Net content',
  ...safetyLabels,
  guarantee_years: 'Durability guarantee, years',
  guarantee_maker: 'Guarantee given by',
  disposal: 'Crossed-out bin',
  disposal_note: 'Disposal notice',
  prop65_warning: 'Proposition 65 warning',
};

/** The part of the form with a reduction. */
export const reductionTexts = {
  label: 'Reduced price',
  about: 'For a limited time',
  hint: 'The tool costs this again after the last day. Buyers see the lowest price of the 30 days before the reduction, if that was higher.',
};

/** The part of the form with what the law may want said of a tool. */
export const lawFieldTexts = {
  label: 'Required information',
  about: 'What the law in your country may ask for. This isn’t legal advice.',
  none: 'None',
  hints: {
    content: 'Such as 250 ml or 100 pieces, to show the price per liter, kilogram, meter, or 100 pieces.',
    manufacturer_name: 'Leave it empty to use what you entered for the brand.',
    ...safetyHints,
    guarantee_years: 'By the producer, free, and for the whole product. The label shows from 3 years on.',
    guarantee_maker: 'Leave it empty for the brand.',
    disposal_note: 'Leave it empty for the usual notice.',
    prop65_warning: 'Name at least one chemical, as the warning on the product does.',
  },
};

/** The sign and text about batteries and electrical waste. */
export const disposalTexts = {
  kinds: {
    electrical: 'Electrical or electronic equipment',
    batteries: 'Batteries',
    both: 'Electrical equipment with batteries',
  },
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
  untilWrong: 'This must be a date, such as 2026-12-24',
  imageWrong: 'Image is not valid',
  picturesWrong: 'Pictures is not valid',
  tooManyPictures: (most: number) => `A tool can have ${most} pictures`,
  gtinLength: 'A GTIN (UPC, EAN, ISBN) has 8, 12, 13, or 14 digits, zeros at its start included',
  gtinCheckDigit: (digit: string) =>
    `Check the GTIN: there’s a typo in it, or its last digit should be ${digit}`,
  contentWrong: 'Net content is an amount and ml, l, g, kg, cm, m, m², or pieces, such as 250 ml',
  disposalWrong: 'This must be electrical, batteries, or both',
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
  families: 'Families',
  family: 'Family',
  familyOf: (family: string) => `Family: ${family}`,
  receiveStock: 'Receive stock',
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
  lacks: 'Product safety',
  gaps: { '': 'All', safety: 'Incomplete' },
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
  runningLowWhy: (orders: string) => `Under ${orders}× the minimum order`,
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
  seeTool: 'View in shop',
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
  lead: 'A search for either word finds the other too. Changes take effect right away.',
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
  family: 'Family',
  available: 'Available',
  minimum: 'Minimum order',
  link: 'View stock',
};

export const toolErrorTexts = {
  noSuchTool: 'We can’t find that tool',
  editedMeanwhile: 'Someone else changed this tool while you were editing it',
  partNumberTaken: 'Another tool has this part number',
  measuredPartly: 'Enter all three dimensions, or none',
  formerTooLow: 'The price before must be higher than the reduced price',
  formerMissing: 'Enter the price before and after the reduction',
  untilMissing: 'Enter the last day of the reduction',
  untilPast: 'The last day of the reduction must be today or later',
  decimals: (field: string, most: number) => `${field} can have at most ${most} decimal places`,
  multiple: (smallest: string) =>
    `Price must be a multiple of ${smallest}, the smallest amount a card can be charged`,
  pictureTwice: 'The same picture is listed twice',
  alreadyReviewed: 'You’ve already reviewed this tool',
  notBought: 'Only buyers of a tool can review it',
};
