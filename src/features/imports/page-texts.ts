import { toolFieldLabel } from '#features/catalogue/tool-fields-contract.ts';
import { linkFormTexts } from '#features/related-tools/texts.ts';
import { listTextsOf } from '#texts/lists.ts';
import { counted, formatCount } from '#texts/locale.ts';

const linkLabels = {
  accessories: linkFormTexts.headings.accessories,
  spare_parts: linkFormTexts.headings.spareParts,
  replaced_by: linkFormTexts.headings.replacedBy,
  replacement_for: linkFormTexts.headings.replaces,
};

const tools = { one: '# tool', other: '# tools' };
const rows = { one: '# row', other: '# rows' };
const pictures = { one: '# picture', other: '# pictures' };

/** The screen on which files that change many tools are uploaded, reviewed, applied and undone. */
export const importTexts = {
  title: 'Import',
  description: 'Change or add many tools at once from a CSV file.',
  lead: 'Upload a CSV file with a row for each tool, identified by part number. You’ll see every change before it’s made, and you can undo it for 30 days.',
  toTools: 'Manage Tools',
  all: 'All imports',
  bulk: {
    price: 'Bulk price change',
    stock: 'Bulk stock change',
    category: 'Bulk category change',
    brand: 'Bulk brand change',
    family: 'Bulk family change',
    description: 'Bulk description change',
    min_order_quantity: 'Bulk minimum order change',
    pack_step: 'Bulk pack size change',
  },
  bulkOfMore: 'Bulk change',

  form: 'Import a file',
  file: 'CSV file',
  choose: 'Choose a CSV file, or drop it here',
  chooseAnother: 'Choose another file, or drop it here',
  fileHint:
    'Fields without a column stay as they are. “Export CSV” on Manage Tools gives a file to start from.',
  needs: 'What a file needs',
  needsList: [
    'A new tool needs a name, a price, and a part number (or a handle or product ID).',
    'A tool without a picture is a draft: buyers can’t see it until it has one. Pictures can be uploaded below.',
    'The rest can be left out. A tool then uses its name as the description, has a minimum order of 1, and is sold out.',
    'Product exports from Shopify, WooCommerce, and PrestaShop work as they are: variants become tools of one family, and HTML becomes plain text.',
  ],
  noFile: 'Please choose a file',
  tooLarge: (megabytes: number) => `The file must be ${megabytes} MB or smaller`,
  noColumns: 'We can’t find any columns in this file. Its first row must name them.',
  columns: 'Columns',
  columnsLead: 'Match each column to a field.',
  columnsMissing: (fields: string) =>
    `No column for ${fields}, which new tools need. You can still update existing tools.`,
  fieldOf: (column: string) => `What ${column} is`,
  ignored: 'Not imported',
  /** A field as a column's meaning: a weight's unit is the file's. */
  fieldName: (field: string) =>
    (({ weight_grams: 'Weight', family: 'Family', ...linkLabels }) as Record<string, string>)[field] ??
    toolFieldLabel(field),
  unmatched: (count: number) => `${counted(count, { one: '# column', other: '# columns' })} not recognized`,
  numbers: 'Numbers',
  numbersHint: 'Choose only if the file’s own numbers don’t show it.',
  numbersOfFile: 'As in the file',
  decimals: { '.': '1,234.50', ',': '1.234,50' },
  numbersReadAs: (like: string) => `Numbers are written like ${like}.`,
  weights: 'Weights are in',
  weightsHint: 'Nothing in this file says their unit.',
  weightUnits: { lb: 'Pounds', oz: 'Ounces', kg: 'Kilograms', g: 'Grams' },
  goBack: 'Change columns or numbers',
  check: 'Check the file',
  sending: (percent: number) => `${percent}% uploaded`,
  upload: 'Upload',
  pictures: {
    label: 'Pictures (optional)',
    choose: 'Choose pictures, or drop them here',
    chooseMore: 'Choose more pictures, or drop them here',
    hint: 'Write a picture’s file name in the picture columns. Pictures named by web address are fetched without an upload. JPEG, PNG, WebP, or AVIF, up to 10 MB each.',
    upload: 'Picture upload',
    progress: (uploaded: number, total: number) =>
      `${formatCount(uploaded)} of ${formatCount(total)} uploaded`,
    uploading: 'Uploading pictures…',
    done: (count: number) => `${counted(count, pictures)} uploaded`,
    cancel: 'Cancel the upload',
    resume: (left: number) => `Upload the remaining ${formatCount(left)}`,
    refusedLabel: 'Pictures we couldn’t use',
    refused: (file: string, why: string) => `${file}: ${why}`,
    replaced: (files: string) => `More than one picture has this name, so the last one is used: ${files}`,
    wait: 'Your pictures are still uploading. Try again when they’re done, or cancel the upload.',
    leaveWhy: 'You’ll need to choose your pictures again.',
  },

  fetching: {
    heading: 'Pictures',
    toFetch: (count: number) =>
      `${counted(count, pictures)} will be fetched from the web once you apply this import.`,
    underWay: 'Fetching pictures…',
    fetched: (fetched: number, total: number) =>
      `${formatCount(fetched)} of ${counted(total, pictures)} fetched.`,
    failed: (count: number) => `${counted(count, pictures)} couldn’t be fetched:`,
    retrying: 'Some pictures couldn’t be fetched yet:',
    problem: (address: string, why: string) => `${address}: ${why}.`,
    again: 'We’ll try again.',
    unused: (files: string) => `Uploaded, but not named in the file: ${files}`,
  },

  past: {
    list: listTextsOf('Past imports', 'import', 'imports'),
    columns: { what: 'Import', state: 'Status', changes: 'Changes', at: 'Sent' },
  },
  pastHeading: 'Past imports',
  nonePast: 'No imports yet',
  changed: (changes: number, added: number) =>
    added === 0 ? counted(changes, tools) : `${counted(changes, tools)}, ${formatCount(added)} of them new`,

  states: {
    reading: 'Checking',
    checked: 'Ready to apply',
    nothing: 'Nothing to import',
    applying: 'Applying',
    applied: 'Applied',
    undoing: 'Undoing',
    undone: 'Undone',
    failed: 'Not applied',
  },
  reading: (count: number) => `Checking the rows: ${counted(count, rows)} so far`,
  working: {
    applying: (done: number, all: number) => `Applying: ${formatCount(done)} of ${counted(all, tools)}`,
    undoing: (done: number, all: number) => `Undoing: ${formatCount(done)} of ${counted(all, tools)}`,
  },
  ready: (changes: number, added: number) => {
    const changed = changes - added;
    const parts = [
      ...(changed > 0 ? [`${counted(changed, tools)} will change`] : []),
      ...(added > 0 ? [`${counted(added, tools)} will be added`] : []),
    ];
    return `${parts.join(', ')}. Nothing has been changed yet.`;
  },
  drafts: (count: number) =>
    count === 1
      ? '1 tool will be a draft until it has a picture.'
      : `${formatCount(count)} tools will be drafts until they have a picture.`,
  nothing: 'No changes. The shop already matches this file.',
  nothingRight: 'No row can be imported. Fix them in the error file, then import it.',
  apply: (count: number) => `Apply to ${counted(count, tools)}`,
  applyWithout: (count: number, wrong: number) =>
    `Apply to ${counted(count, tools)}, skipping ${counted(wrong, rows)}`,
  applied: (at: string) => `Applied ${at}.`,
  until: (day: string) => `You can undo it until ${day}.`,
  undo: 'Undo',
  undoTitle: 'Undo this import?',
  undoWhy: (changed: number, added: number) =>
    [
      ...(changed > 0 ? [`${counted(changed, tools)} will be restored.`] : []),
      ...(added > 0 ? [`${counted(added, tools)} that it added will be deleted.`] : []),
      'Tools that have since been changed, ordered, or given documents stay as they are, and are listed.',
    ].join(' '),
  undone: (at: string) => `Undone ${at}.`,
  failed: 'Nothing was changed.',
  forgotten: 'It was never applied, and its changes are no longer stored. Import the file again.',
  left: (count: number) =>
    `${counted(count, tools)} changed or used since, left as ${count === 1 ? 'it is' : 'they are'}`,

  notUndone: 'It couldn’t be undone',
  notImported: 'The file can’t be imported',
  problems: (wrong: number) => `${counted(wrong, rows)} with errors`,
  skipped: (wrong: number) => `${counted(wrong, rows)} skipped`,
  problemsLead: 'Fix them in the error file, then import it. It has only these rows, each with the reason.',
  problemsSkipped: 'These rows were left out.',
  problem: (row: number, count: number, column: string | null, message: string) => {
    const others = counted(count - 1, { one: '# other', other: '# others' });
    const where = count === 1 ? `Row ${formatCount(row)}` : `Row ${formatCount(row)} and ${others}`;
    return column === null ? `${where}: ${message}` : `${where}, ${column}: ${message}`;
  },
  moreProblems: (count: number) => `And ${formatCount(count)} more kinds of errors, in the error file.`,
  errorFile: 'Error file',
  readAs: (encoding: string, delimiter: string) => `Read as ${encoding}, cells separated by ${delimiter}.`,
  delimiters: { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'vertical bars' } as Record<
    string,
    string
  >,
  passedOver: (columns: string) => `Not imported: ${columns}`,

  changes: {
    list: listTextsOf('Changes', 'tool', 'tools'),
    columns: { name: 'Tool', changes: 'Before and after' },
  },
  changesHeading: 'Changes',
  undoneHeading: 'Undone changes',
  neverMadeHeading: 'Changes that weren’t made',
  isNew: 'New',
  fromWeb: 'From the web',
  before: 'Before',
  after: 'After',
  none: 'None',
  noneKept: 'The changes are no longer stored.',
};

/** The bulk change bar and form on Manage Tools. */
export const bulkTexts = {
  label: 'Bulk change',
  selectAll: 'Select all shown',
  selected: (count: number) => (count === 0 ? 'None selected' : `${formatCount(count)} selected`),
  open: (count: number) => `Change ${counted(count, tools)}`,
  openAll: (count: number | undefined) =>
    count === undefined
      ? 'Change all of them'
      : counted(count, { one: 'Change # tool', other: 'Change all # tools' }),
  title: (count: number | undefined) =>
    count === undefined ? 'Change all of them' : `Change ${counted(count, tools)}`,
  lead: 'The next step shows each tool before and after. Nothing changes until you apply it.',
  price: 'Price',
  prices: { '': 'Leave as it is', percent: 'By a percentage', amount: 'By an amount' },
  percent: 'Percent',
  percentHint: '10 raises prices 10%, -10 lowers them.',
  rounding: 'Round new prices',
  roundings: {
    none: 'Don’t round',
    to_00: 'To .00',
    to_95: 'To .95',
    to_99: 'To .99',
    to_5_cents: 'To 5 cents',
  },
  roundingHint: 'To the nearest such price. Halfway goes up.',
  breaksStay: 'Price breaks stay as they are. Any that are no longer below the price have no effect.',
  amount: 'Amount',
  amountHint: 'To lower prices, use a minus: -0.50',
  stock: 'Stock',
  stocks: { '': 'Leave as it is', to: 'Set to', by: 'Change by' },
  to: 'Available',
  by: 'Units',
  byHint: 'To remove units, use a minus: -2',
  leave: 'Leave as it is',
  common: {
    category: { label: 'Category', set: 'Set to', none: 'No category', value: 'New category' },
    brand: { label: 'Brand', set: 'Set to', none: 'No brand', value: 'New brand' },
    family: { label: 'Family', set: 'Put into', none: 'Take out of their families', value: 'Family name' },
    description: { label: 'Description', set: 'Set to', value: 'New description' },
    min_order_quantity: { label: 'Minimum order', set: 'Set to', value: 'New minimum order' },
    pack_step: { label: 'Sold in packs', set: 'Set to', value: 'Units per pack' },
  } satisfies Record<string, { label: string; set: string; none?: string; value: string }>,
  next: 'See the changes',
};
