import { counted, LOCALE, onDemand } from '#texts/locale.ts';

const list = onDemand(() => new Intl.ListFormat(LOCALE, { type: 'conjunction' }));

export const formTexts = {
  restored: 'We restored what you typed.',
  startOver: 'Start over',
  leave: 'Leave this page?',
  leaveWhy: 'What you typed here will be lost.',
  /** The labels are of the fields at fault, in their order on the page. */
  problems: (labels: string[]) =>
    `Please check ${counted(labels.length, { one: '# field', other: '# fields' })}: ${list().format(labels)}.`,
};

export const profileTexts = {
  title: 'Edit Profile',
  description: 'Your name and contact details.',
  labels: {
    name: 'Name',
    education: 'Education',
    linkedinProfileLink: 'Linkedin',
    phoneNumber: 'Phone',
    city: 'City',
    district: 'District',
  },
  email: 'Email',
  linkedinLike: 'https://www.linkedin.com/in/…',
  update: 'Update',
  saving: 'Saving your information…',
  updated: 'Updated your information',
  failed: 'Sorry,failed to update',
  nobody: 'No user is logged in',
  verified: 'Your email address is verified.',
  notVerified: 'Your email address isn’t verified yet.',
  mailSent: (email: string) => `We’ve emailed a link to ${email}.`,
  sendMail: 'Send verification email',
};

export const reviewFormTexts = {
  title: 'Add A Review',
  description: 'Tell others about Toolyard and its tools.',
  lead: 'Your review and name appear on the home page, and on the tool’s page if you review a tool.',
  about: 'About',
  theShop: 'The shop',
  theOneYouCameFrom: 'The tool you were viewing',
  labels: { toolId: 'About', rate: 'Rating', reviews: 'Message' },
  choose: 'Choose',
  rateNow: 'Rate now',
  maybeLater: 'Maybe later',
  sending: 'Sending your review…',
  thanks: (name: string) => `Thank you ${name} for your review`,
  failed: 'Sorry,failed to add your review',
  toolsNotLoaded: 'We couldn’t load the tools you’ve bought.',
  notThatTool: 'You’ve already reviewed that tool, or haven’t paid for it.',
  onceYouPaid: 'You can review a tool once you’ve paid for it.',
};

export const addToolTexts = {
  title: 'Add a tool',
  description: 'Add a new tool to the shop.',
  optional: (label: string) => `${label} (optional)`,
  priceHint: (currency: string) => `In ${currency}, per unit`,
  add: 'Add',
  sendingPicture: 'Uploading the picture…',
  adding: 'Adding the tool…',
  added: 'Tool added successfully!',
  failed: 'Failed to add a tool.',
  packHint: 'Orders are whole packs',
  packMinimum: (minimum: string) => `The minimum order becomes ${minimum}, which is whole packs`,
  measures: 'Weight and size as sent',
  preview: 'As buyers will see it',
  previewName: 'The tool’s name',
  minimumTooHigh: 'More than is available. Nobody can order this tool until you have more.',
  leave: 'Leave without adding the tool?',
  leaveWhy: 'We’ll keep what you typed, but you’ll need to choose the picture again.',
  leaveNow: 'Leave',
  stay: 'Stay',
  picture: {
    required: 'Image is required',
    notOne: (what: string) => `That file is ${what}. Choose a JPEG, PNG, WebP, or AVIF picture.`,
    kinds: {
      text: 'text, not a picture',
      svg: 'an SVG drawing',
      gif: 'a GIF',
      heic: 'an HEIC photo',
      pdf: 'a PDF',
      empty: 'empty',
      other: 'not a picture',
    },
    damaged: 'That picture is damaged. Choose a different one.',
    tooManyPixels: (pixels: number, most: number) =>
      `That picture has ${pixels} megapixels. Choose one with ${most} or fewer.`,
    tooLarge: 'That picture is larger than 10 MB. Choose a smaller one.',
    hint: 'JPEG, PNG, WebP, or AVIF, up to 10 MB. Shown in 4:3.',
    choose: 'Drop a picture here, choose one, or take one',
    chooseAnother: 'Choose a different picture',
    remove: 'Remove the picture',
    chosen: 'Chosen file',
    current: 'Current picture',
    upload: 'Picture upload',
    sent: (percent: number) => `${percent}% uploaded`,
    checking: 'Checking…',
  },
};
