import { counted } from '#texts/locale.ts';

/** Errors of a document's fields and file. */
export const documentRuleTexts = {
  title: { missing: 'Please enter a title', label: 'Title' },
  file: 'Please choose a PDF file',
  nothing: 'Send a title or a kind to change',
};

export const documentErrorTexts = {
  noSuchDocument: 'We can’t find that document',
  notMultipart: 'Send the document as multipart/form-data',
  notOneFile: 'Send exactly one file, in the field document',
  badForm: 'The form is invalid or incomplete',
  empty: 'The document is empty',
  tooLarge: (megabytes: number) => `The document must be ${megabytes} MB or smaller`,
  otherType: 'The document must be a PDF file',
  announcedAs: (announced: string) =>
    `This file claims to be ${announced} but is a PDF. Please save it again, then try again.`,
  damaged: 'The document isn’t a complete PDF file. Please save it again, then try again.',
  tooMany: (most: number) => `A tool can have ${most} documents. Delete one to add another.`,
};

/** The part of a tool's form that adds and deletes documents, each immediately. */
export const documentsFormTexts = {
  heading: 'Documents',
  lead: 'Documents are saved right away, separately from the fields above. Anyone who can see the tool can download them.',
  file: 'PDF file',
  choose: 'Choose a PDF file, or drop it here',
  chooseAnother: 'Choose another file, or drop it here',
  fileHint: 'Up to 10 MB',
  kind: 'Kind',
  title: 'Title',
  add: 'Add document',
  adding: 'Uploading the document…',
  added: (title: string) => `Added ${title}`,
  deleteDocument: (title: string) => `Delete ${title}`,
  deleted: (title: string) => `Deleted ${title}`,
  addTo: (tool: string) => `Add manuals and other documents to ${tool}`,
  copied: (count: number) =>
    counted(count, {
      one: 'The copy includes # document.',
      other: 'The copy includes # documents.',
    }),
  edit: 'Edit',
  editDocument: (title: string) => `Edit ${title}`,
  save: 'Save',
  saved: (title: string) => `Saved ${title}`,
  full: (most: number) => `That’s all ${most}. Delete one to add another.`,
  notPdf: 'That file isn’t a PDF. Choose a PDF file.',
  tooLarge: 'That file is larger than 10 MB. Choose a smaller one.',
};
