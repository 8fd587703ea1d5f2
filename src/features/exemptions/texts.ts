import type { ExemptionKind } from './rules.ts';

export const exemptionRuleTexts = {
  kind: 'Choose the kind of certificate',
  number: { missing: 'Enter the certificate’s number', label: 'Number' },
  states: 'Choose the states that it’s for',
  tooManyStates: 'Choose each state once',
  noState: 'Choose states of the United States',
  expiresOn: 'Enter the day it expires, or leave it empty',
  expired: 'This certificate has expired',
  reason: 'Reason',
  reasonMissing: 'Say why you don’t accept it',
};

/** Refusals. */
export const exemptionErrorTexts = {
  notUs: 'Tax exemption certificates are for shops in the United States',
  noSuchCertificate: 'We can’t find that certificate',
  notYours: 'These certificates belong to someone else',
  notMultipart: 'Send the certificate as multipart/form-data',
  notOneFile: 'Send exactly one file, in the field certificate',
  badForm: 'The form is invalid or incomplete',
  empty: 'The file is empty',
  tooLarge: (megabytes: number) => `The file must be ${megabytes} MB or smaller`,
  otherType: 'The file must be a PDF, or a JPEG, PNG, or WebP picture',
  announcedAs: (announced: string) =>
    `This file claims to be ${announced} but isn’t. Please save it again, then try again.`,
  damaged: 'The file is damaged or incomplete. Please save it again, then try again.',
  tooMany: (most: number) =>
    `A customer can have ${most} certificates. Delete one that was refused to add another.`,
  approvedStays: 'An approved certificate stays in our records',
};

/** As in 'Exempt from sales tax: resale certificate 12-345678', on invoices too. */
export const exemptionLabel: Record<ExemptionKind, (number: string) => string> = {
  resale: (number) => `resale certificate ${number}`,
  exempt_organization: (number) => `exemption certificate ${number}`,
  other: (number) => `certificate ${number}`,
};

export const exemptionEmailTexts = {
  why: (shop: string) => `You’re getting this email because ${shop} has a certificate of yours.`,
  link: 'View your certificates',
  certificate: 'Certificate',
  states: 'States',
  expires: 'Expires',
  reason: 'Reason',
  approved: {
    subject: 'Your tax exemption certificate is approved',
    text: 'You pay no sales tax on new orders to these states while the certificate is valid.',
  },
  refused: {
    subject: 'Your tax exemption certificate wasn’t accepted',
    text: 'We charge sales tax on your orders as usual. You can upload another certificate.',
  },
  expiring: {
    subject: 'Your tax exemption certificate is about to expire',
    text: 'From the next day on, we charge sales tax again. Please upload a new certificate before then.',
  },
};

/** In the account and on a customer's page. */
export const exemptionTexts = {
  title: 'Tax exemption',
  description: 'Resale and exemption certificates.',
  lead: 'With an approved certificate, you pay no sales tax on orders to its states while it’s valid. We check each one first.',
  none: 'No certificates yet',
  add: 'Add certificate',
  addTitle: 'Add a tax exemption certificate',
  kind: 'Kind',
  kinds: {
    resale: 'Resale certificate',
    exempt_organization: 'Exempt organization',
    other: 'Other exemption',
  } satisfies Record<ExemptionKind, string>,
  number: 'Number',
  states: 'States',
  statesHint: 'Two-letter codes with commas between them, such as OH, NY',
  expiresOn: 'Expires on',
  expiresHint: 'Leave it empty if it doesn’t expire.',
  file: 'File',
  fileHint: 'PDF, JPEG, PNG, or WebP, up to 5 MB. Only you and our staff can open it.',
  choose: 'Choose a file, or drop it here',
  fileMissing: 'Choose the certificate’s file',
  upload: 'Upload',
  uploaded: 'Certificate uploaded. We’ll email you once it’s checked.',
  uploadedFor: 'Certificate uploaded. Check it to apply it.',
  pending: 'Being checked',
  approved: 'Approved',
  refused: 'Not accepted',
  expired: 'Expired',
  inStates: (states: string) => `For ${states}`,
  expires: (day: string) => `Expires ${day}`,
  noExpiry: 'Doesn’t expire',
  view: 'Download',
  viewOf: (label: string) => `Download ${label}`,
  remove: 'Delete',
  removeOf: (label: string) => `Delete ${label}`,
  removed: 'Certificate deleted',
  approve: 'Approve',
  approveOf: (label: string) => `Approve ${label}`,
  refuse: 'Refuse',
  refuseOf: (label: string) => `Refuse ${label}`,
  refuseTitle: 'Refuse this certificate?',
  refuseText: 'The customer is emailed the reason. Orders that are already paid keep their tax.',
  reason: 'Reason',
  checked: { approved: 'Certificate approved', refused: 'Certificate refused' },
  advice:
    'Check that the name, number, states, and date fit the customer and what they buy. This isn’t legal advice.',
  toCheck: 'Certificates to check',
  noneToCheck: 'No certificates to check',
  of: (email: string) => `From ${email}`,
};

/** Why there is no sales tax, on screens, emails, and invoices. */
export const exemptText = (label: string) => `Exempt from sales tax: ${label}`;
