import type { LegalPage } from '#contracts/duties.ts';

/** Labels of the fields. */
export const legalLabels = { opening: 'Opening line', parts: 'Parts', file: 'Official notice' };

/** Validation messages. */
export const legalRuleTexts = {
  version: 'version must be a whole number',
  noParts: 'Add at least one part',
  tooManyParts: (max: number) => `A page can have ${max} parts at most`,
  noFile: 'Upload the official notice first',
};

/** Error messages. */
export const legalErrorTexts = {
  noSuchPage: 'The shop hasn’t published this page',
  noSuchVersion: 'This page has no such version',
  changedMeanwhile: 'Someone else saved this page while you were editing it',
  placeholders: (words: string) => `Replace the words in brackets first: ${words}`,
  fileElsewhere: 'Only the page about the legal guarantee shows a file',
  noFile: 'Upload the official notice before you publish this page',
  notPngOrJpeg: 'The official notice must be a PNG or JPEG file',
  tooLarge: (megabytes: number) => `The file must be ${megabytes} MB or smaller`,
  noSuchFile: 'We can’t find that file',
};

const titles: Record<LegalPage, string> = {
  notice: 'Legal notice',
  terms: 'Terms of sale',
  privacy: 'Privacy',
  returns: 'Returns',
  shipping: 'Shipping and payment',
  accessibility: 'Accessibility',
  registers: 'Recycling and register numbers',
  guarantee: 'Legal guarantee',
};

/** Returns the title of a page: where German is read, with the word that people there look for. */
export function legalTitle(page: LegalPage, country: string): string {
  if (page === 'notice' && ['DE', 'AT', 'CH'].includes(country)) return `${titles.notice} (Impressum)`;
  return titles[page];
}

/** A page as visitors read it. */
export const legalPageTexts = {
  version: (version: number) => `Version ${version}, published`,
  /** What the official notice shows, in words, since it is a picture. */
  notice:
    'Official notice of the European Union on the legal guarantee of conformity: consumers have rights against the seller for at least two years if goods are faulty, explained below and on Your Europe.',
};

/** What an order's email says of the pages that are attached. */
export const givenTextTexts = {
  version: (version: number, day: string) => `Version ${version} of ${day}`,
  attached: (version: string) => `${version}, attached`,
};

/** The screens on which an admin writes and publishes the pages. */
export const legalScreenTexts = {
  heading: 'Legal pages',
  lead: 'Drafts for your country, to correct and publish. Published pages are linked at the foot of every page.',
  states: { published: 'Published', saved: 'Not published', draft: 'Draft' },
  edit: (title: string) => `Edit: ${title}`,
  editShort: 'Edit',
  description: 'A legal page of the shop.',
  back: 'Legal settings',
  noAdvice:
    'The draft isn’t legal advice. Correct it, replace what’s in [brackets], and have a lawyer check it before you publish it.',
  english: 'Drafts are in English. If your buyers read another language, translate them here.',
  publishedNow: (version: number) => `Version ${version} is published.`,
  notPublished: 'This page isn’t published.',
  see: 'View page',
  form: 'Text',
  preview: 'Preview',
  save: (version: number) => `Save as version ${version}`,
  saving: 'Saving…',
  saved: (version: number) => `Version ${version} saved. It isn’t published yet.`,
  notSaved: 'Your changes couldn’t be saved.',
  check: 'Please check the fields marked below.',
  conflict: 'Someone else saved this page',
  fromDraft: 'Use the draft',
  fromDraftWhy:
    'This replaces the text in the form with the shop’s draft, filled with your current details. Nothing is saved until you save it.',
  askDraft: 'Replace the text with the draft?',
  publish: (version: number) => `Publish version ${version}`,
  askPublish: (title: string, version: number) => `Publish version ${version} of “${title}”?`,
  publishWhy:
    'You confirm that you’ve read it and that it’s right for your shop. Buyers see it right away, and orders whose payment starts from now on are under this version.',
  published: (version: number) => `Version ${version} published`,
  takeDown: 'Take down',
  askTakeDown: (title: string) => `Take down “${title}”?`,
  takeDownWhy:
    'The page and its link disappear from the shop. Its versions stay here, and you can publish one again.',
  takenDown: 'Page taken down',
  versions: 'Versions',
  versionsWhy: 'Versions never change. An order keeps the one that was published when its payment started.',
  noVersions: 'No version has been saved yet. The form has the draft.',
  version: (version: number) => `Version ${version}`,
  savedAt: 'Saved',
  publishedAt: 'first published',
  current: 'Published now',
  read: 'Read',
  readVersion: (version: number) => `Read version ${version}`,
  file: {
    hint: 'The notice is official artwork that must not be changed or redrawn, so the shop can’t draw it for you. Download it from the European Commission in your buyers’ language, in color, as a PNG or JPEG file, and upload it here. It’s shown exactly as it is.',
    source: 'The Commission’s files',
    choose: 'Choose or drop a picture',
    current: 'The uploaded notice',
    sent: (percent: number) => (percent < 100 ? `Uploading… ${percent}%` : 'Checking the file…'),
  },
};

/** Where the Commission publishes the official notice. */
export const OFFICIAL_NOTICE =
  'https://commission.europa.eu/publications/harmonised-notice-legal-guarantee-conformity-and-harmonised-label-commercial-guarantee-durability_en';

/** What stands below the payment. */
export const atPaymentTexts = {
  label: 'Terms and rights',
  apply: 'These apply to your order:',
  more: 'More about your legal guarantee',
};
