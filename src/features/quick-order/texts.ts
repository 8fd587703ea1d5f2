import { hasNoEmail } from '#contracts/email.ts';
import type { AskReason } from '#pasted-lists';
import { formatCount } from '#texts/locale.ts';

export const quickOrderErrorTexts = {
  tooManyLines: (most: number) => `Please paste ${most} lines or fewer at a time`,
  text: { missing: 'Please paste a list', label: 'The list' },
  toolIds: 'toolIds must be 1 to 200 ids of tools',
  lines: {
    missing: 'lines must be a list of tools and quantities',
    none: 'Choose at least one line',
    tooMany: (most: number) => `You can add ${most} lines at once`,
  },
};

export const quickOrderTexts = {
  title: 'Quick Order',
  description: 'Paste a list of tools and quantities, and put it in your cart.',
  lead: 'Paste a list from an email or a spreadsheet: names, sizes, or part numbers, one tool per line. You’ll check it before anything goes in your cart.',
  list: 'Your list',
  hint: 'For example: 20 claw hammers, or BW-105 and a quantity in columns. Up to 200 lines.',
  read: 'Check the list',
  reading: 'Checking your list',
  lines: 'Lines',
  summary: (ready: number, open: number) =>
    open === 0 ? `${formatCount(ready)} ready` : `${formatCount(ready)} ready, ${formatCount(open)} to check`,
  line: (number: number) => `Line ${formatCount(number)}`,
  pasted: (text: string) => `You wrote: ${text}`,
  understood: (text: string) => `Understood as: ${text}`,
  asked: {
    several: 'Which one do you mean?',
    similar: 'We don’t have exactly this. Is it one of these?',
    number_and_name: 'The part number and the name don’t match. Which one do you mean?',
    quantity: 'How many do you need?',
    size: 'Is the number a size or a quantity? Please say how many you need.',
    replaced: 'This tool is no longer sold. Do you want its successor?',
  } satisfies Record<AskReason | 'replaced', string>,
  notFound: 'We couldn’t find this. Change the words and check again, or remove the line.',
  gone: 'This tool is no longer sold.',
  words: (line: number) => `Words of line ${formatCount(line)}`,
  again: 'Check again',
  choose: (line: number) => `Tool of line ${formatCount(line)}`,
  choice: 'Choose a tool',
  quantity: (line: number) => `Quantity of line ${formatCount(line)}`,
  quantityLabel: 'Quantity',
  quantityMissing: 'Please enter a whole number',
  raised: {
    minimum: (from: number) => `Raised from ${formatCount(from)} to the minimum order`,
    packs: (from: number, step: number) =>
      `Raised from ${formatCount(from)}: sold in packs of ${formatCount(step)}`,
  },
  problems: {
    sold_out: 'Sold out',
    above_available: (available: number) => `Only ${formatCount(available)} left`,
  },
  partNumber: (number: string) => `Part number ${number}`,
  remove: (line: number) => `Remove line ${formatCount(line)}`,
  phone: 'Phone',
  address: 'Address',
  total: 'Total:',
  add: (lines: number) => `Add ${formatCount(lines)} to cart`,
  atOnce: (most: number) => `You can add ${formatCount(most)} lines at once.`,
  added: (lines: string) => `${lines} added to your cart`,
  addFor: (lines: number) => `Add ${formatCount(lines)} to their cart`,
  addedFor: (lines: string) => `${lines} added to the customer’s cart`,
  toCustomer: 'Back to the customer',
  addedForms: { one: '# line', other: '# lines' },
  nothingAdded: 'Nothing was added. The marked line needs attention.',
  save: 'Save as a list',
  saveChanges: 'Save list',
  savedWithAdded: {
    one: 'Includes the # line already in your cart.',
    other: 'Includes the # lines already in your cart.',
  },
  savedWithout: {
    one: '# line without a tool or a quantity won’t be saved.',
    other: '# lines without a tool or a quantity won’t be saved.',
  },
  name: 'List name',
  saved: 'List saved',
  startOver: 'Start over',
  from: {
    again: 'What you ordered before, at today’s prices.',
    list: (name: string) => `From your list “${name}”, at today’s prices.`,
    cart: 'What’s in your cart, ready to save as a list.',
    cartCut: (most: number) =>
      `The newest ${formatCount(most)} lines of your cart, ready to save as a list. The others don’t fit.`,
    customer: (email: string) =>
      hasNoEmail(email)
        ? 'Paste a list, and put it in the customer’s cart.'
        : `An order for ${email}. Paste a list, and put it in their cart.`,
  },
};
