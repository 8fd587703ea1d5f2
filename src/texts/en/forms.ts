import { counted, LOCALE } from './locale.ts';

const list = new Intl.ListFormat(LOCALE, { type: 'conjunction' });

/** What the dashboard's forms share. */
export const formTexts = {
  restored: 'What you typed before is back.',
  startOver: 'Start over',
  /** The labels are of the fields at fault, in their order on the page. */
  problems: (labels: string[]) =>
    `${counted(labels.length, { one: '# field needs', other: '# fields need' })} another look: ${list.format(labels)}.`,
};

/** Edit Profile. */
export const profileTexts = {
  title: 'Edit Profile',
  description: 'Who you are and where your orders go.',
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
  notVerified: 'Your email address is not verified yet.',
  mailSent: (email: string) => `A mail with a link is on its way to ${email}.`,
  sendMail: 'Send verification mail',
};

/** Add A Review. */
export const reviewFormTexts = {
  title: 'Add A Review',
  description: 'Tell others how Toolyard and its tools served you.',
  lead: 'Your review and your name appear on the home page, and on the tool’s own page if it is about one.',
  about: 'About',
  theShop: 'The shop as a whole',
  theOneYouCameFrom: 'The tool that you came from',
  labels: { toolId: 'About', rate: 'Rating', reviews: 'Message' },
  choose: 'Choose',
  rateNow: 'Rate now',
  maybeLater: 'Maybe later',
  sending: 'Sending your review…',
  thanks: (name: string) => `Thank you ${name} for your review`,
  failed: 'Sorry,failed to add your review',
  toolsNotLoaded: 'The tools that you have bought could not be loaded.',
  notThatTool: 'You have reviewed that tool already, or not paid for it.',
  onceYouPaid: 'A tool can be chosen here once you have paid for it.',
};

/** Add a tool. */
export const addToolTexts = {
  title: 'Add a tool',
  description: 'Put a new tool into the shop.',
  labels: {
    name: 'Name',
    description: 'Description',
    min_order_quantity: 'Minimum Order Quantity',
    available_quantity: 'Available Quantity',
    price: 'Price',
    category: 'Category (optional)',
    brand: 'Brand (optional)',
    image: 'Image',
  },
  priceHint: (currency: string) => `In ${currency}, for one piece`,
  add: 'Add',
  sendingPicture: 'Sending the picture…',
  adding: 'Adding the tool…',
  added: 'Tool added successfully!',
  failed: 'Failed to add a tool.',
  preview: 'As buyers will see it',
  previewName: 'The tool’s name',
  leave: 'Leave without adding the tool?',
  leaveWhy: 'What you typed is kept. The picture is not: it has to be chosen again.',
  leaveNow: 'Leave',
  stay: 'Stay here',
  picture: {
    required: 'Image is required',
    notOne: 'This file is no picture. Choose a photo or a drawing.',
    tooLarge: 'This picture is larger than 10 MB. Choose a smaller one.',
    hint: 'JPEG, PNG, WebP or AVIF of up to 10 MB, shown in 4:3.',
    choose: 'Drop a picture here, choose one or take one',
    chooseAnother: 'Choose another picture',
    remove: 'Remove the picture',
    chosen: 'The chosen file',
    upload: 'Picture upload',
    sent: (percent: number) => `${percent}% sent`,
    checking: 'Checking…',
  },
};
