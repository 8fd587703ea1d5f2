import { counted, formatCount } from '#texts/locale.ts';

export const setupErrorTexts = {
  beingCleared: 'The sample data is being cleared right now',
};

export const setupRuleTexts = {
  shown: 'shown must be true or false',
  skipped: 'skipped must be true or false',
};

const toolForms = { one: '1 sample tool', other: '# sample tools' };
const reviewForms = { one: '1 sample review', other: '# sample reviews' };

export const setupTexts = {
  title: 'Set up your shop',
  progress: (done: number, all: number) => `${done} of ${all} steps done`,
  hide: 'Hide guide',
  hidden: 'Guide hidden. You can bring it back in Settings.',
  finished: 'That was the last step. You can bring the guide back in Settings.',
  states: { done: 'Done', skipped: 'Skipped', open: 'To do' },
  skip: 'Skip',
  skipStep: (step: string) => `Skip: ${step}`,
  undo: 'Undo skip',
  undoStep: (step: string) => `Undo skip: ${step}`,
  change: 'Change',
  changeStep: (step: string) => `Change: ${step}`,
  changeContact: 'Enter your own',
  beforeLive: 'Before you go live',
  moreBeforeLive: (steps: number) =>
    counted(steps, {
      one: '1 other step above has something to fix before you go live.',
      other: '# other steps above have something to fix before you go live.',
    }),
  drafts: (drafts: number, all: number) =>
    `${formatCount(drafts)} of your ${counted(all, { one: '1 tool is a draft', other: '# tools are drafts' })}. Buyers see a tool once it has a picture.`,
  seeDrafts: 'See drafts',
  going: {
    how: 'Send these lines to the person who runs the server, who fills in the values, puts the lines in the shop’s settings file, and restarts it:',
    copy: 'Copy lines',
    copied: 'Lines copied',
    notCopied: 'Your browser didn’t allow copying. Select the lines and copy them.',
  },

  /** What live mode asks for, as an owner reads it; `setting` names it for whoever runs the server. */
  missing: {
    contact: 'Your address, email, or phone is still an example, and buyers would see it.',
    CARD_PAYMENTS: 'Card payments are in test mode, so no money moves. Connect a Stripe account.',
    STRIPE_SECRET_KEY: 'Stripe is connected with a test key. The live one is set when you go live.',
    STRIPE_PUBLISHABLE_KEY: 'Stripe is connected with a test key. The live one is set when you go live.',
    MAIL: 'No email leaves the shop yet. It needs an email server.',
    SMTP_TLS: 'The connection to your email server isn’t encrypted.',
    SHOP_ORIGIN: 'The shop needs a web address of its own that starts with https://.',
    SHOP_ADMIN_EMAIL: 'Choose the email that the owner logs in with. A generated admin isn’t enough.',
    SHOP_ADMIN_PASSWORD: 'The admin’s password must be 15 characters or longer, and hard to guess.',
    SHOP_DEMO: 'The sample data is still in the shop. Clear it.',
    SHOP_RATE_LIMIT: 'The limits against floods and guessed passwords must be on.',
  } as Record<string, string | undefined>,

  steps: {
    name: {
      title: 'Name and logo',
      why: 'They’re on every page, email, and invoice.',
      act: 'Add name and logo',
    },
    region: {
      title: 'Currency, country, and units',
      why: (currency: string) =>
        `Prices are in ${currency}. Your country decides how addresses, weights, and tax are written.`,
      act: 'Choose your country',
    },
    tools: {
      title: 'First tools',
      why: 'Type one in, or import a spreadsheet.',
      whyDemo: 'Type one in, import a spreadsheet, or keep the samples to look around first.',
      act: 'Add a tool',
      import: 'Import a file',
    },
    texts: {
      title: 'Your texts and figures',
      why: 'Home and About us still have sample texts and figures. Replace them before buyers read them.',
      whyOwn: 'Check the figures and services on Home, and what About us and Policy say.',
      act: 'Check texts and figures',
    },
    delivery: {
      title: 'Shipping',
      why: 'Shipping is free everywhere until you set your own rates.',
      act: 'Set up shipping',
    },
    tax: {
      title: 'Tax',
      why: 'Nothing is taxed until you add a rate.',
      act: 'Set up tax',
    },
    law: {
      title: 'What your law asks',
      why: 'Your country and customers decide which pages and notices your shop needs. The shop drafts them; you check and publish them. This isn’t legal advice.',
      act: 'See what’s missing',
    },
    payments: {
      title: 'Getting paid',
      why: 'Buyers pay by card. With bank details you can also invoice orders and be paid by transfer.',
      act: 'Add bank details',
    },
    test_order: {
      title: 'Test order',
      why: 'Buy one of your tools with test card 4242 4242 4242 4242, any future date, and any 3 digits.',
      whyLive: 'Buy one of your tools yourself. You can refund it afterwards.',
      act: 'See your tools',
    },
    live: {
      title: 'Go live',
      why: 'This shop is in trial mode. No real money moves.',
    },
  },

  setting: {
    heading: 'Setup guide',
    why: 'The steps of a new shop, on Overview.',
    show: 'Show the guide',
  },

  demo: {
    clear: 'Clear sample data',
    ask: 'Clear the sample data?',
    loading: 'Counting the sample data',
    goes: (tools: number, reviews: number) =>
      `${counted(tools, toolForms)} and ${counted(reviews, reviewForms)} will be deleted, and the categories and brands that only they use.`,
    stays: (tools: number) =>
      counted(tools, {
        one: '1 sample tool that you changed stays.',
        other: '# sample tools that you changed stay.',
      }),
    noOrders: 'No orders will be deleted.',
    orders: (orders: number, unpaid: number) =>
      `${counted(orders, {
        one: '1 order for these tools stays, with its own copy of the tool.',
        other: '# orders for these tools stay, with their own copies of the tools.',
      })}${unpaid > 0 ? ` ${counted(unpaid, { one: '1 of them is unpaid and can no longer be paid.', other: '# of them are unpaid and can no longer be paid.' })}` : ''}`,
    once: 'The sample data won’t be loaded again.',
    cleared: (tools: number, reviews: number) =>
      `Cleared ${counted(tools, toolForms)} and ${counted(reviews, reviewForms)}`,
    failed: 'The sample data couldn’t be cleared.',
  },
};

const atLeast = (count: number, isMore: boolean, forms: { one: string; other: string }) =>
  `${isMore ? 'Over ' : ''}${counted(count, forms)}`;

/** The list of what the law asks. */
export const dutyTexts = {
  heading: 'What your law asks',
  lead: (country: string, customers: string) => `${country}, selling to ${customers}.`,
  changeCountry: 'Change country',
  customers: { consumers: 'consumers', businesses: 'businesses', both: 'consumers and businesses' },
  noAdvice:
    'This isn’t legal advice, and it may not be everything. It covers the European Union, Germany, the United Kingdom, and the United States, as read on November 30, 2026.',
  general: 'We don’t know the laws of your country. These pages are usual; ask a lawyer what else you need.',
  states: { done: 'Done', missing: 'Missing', check: 'Check' },
  since: (day: string) => `since ${day}`,
  titles: {
    'terms-with-order': 'Terms attached to the order email',
    withdrawal: 'Withdrawal form, without login',
    'durability-label': 'Label for makers’ guarantees over two years',
    'product-safety': 'Maker and safety warnings of each tool',
    'lowest-price': 'Lowest price of 30 days beside a former price',
    'unit-price': 'Unit price of what is sold by content',
    batteries: 'Notes on batteries',
    'electrical-waste': 'Notes on electrical waste',
    'proposition-65': 'Proposition 65 warnings before paying',
    'ship-in-time': 'Shipping in the time promised, or consent or refund',
    'exempt-buyers': 'Certificates of tax-exempt buyers',
  },
  lackSafety: (tools: number, isMore: boolean) =>
    `${atLeast(tools, isMore, { one: '# tool for sale lacks', other: '# tools for sale lack' })} a maker with a postal address and an email, or a responsible person in the EU for a maker elsewhere. Enter them on the brand, or on the tool.`,
  promised: (days: number) =>
    `You promise to ship within ${counted(days, { one: '1 day', other: '# days' })} of payment, and no order is late.`,
  late: (orders: number, isMore: boolean) =>
    `${atLeast(orders, isMore, { one: '# paid order is', other: '# paid orders are' })} past the day to ship. Ship, or send a delay notice.`,
  unansweredWithdrawals: (withdrawals: number, isMore: boolean) =>
    `${atLeast(withdrawals, isMore, { one: '# withdrawal needs', other: '# withdrawals need' })} your answer.`,
  uncheckedCertificates: (certificates: number, isMore: boolean) =>
    `${atLeast(certificates, isMore, { one: '# certificate is', other: '# certificates are' })} waiting to be checked. Buyers pay sales tax until you approve theirs.`,
  /** What is filled in for each tool that needs it. */
  fields: {
    'durability-label':
      'Enter the years and the maker on each tool whose maker guarantees it for over two years.',
    'unit-price': 'Enter the content of each tool that’s sold by it, such as 250 ml.',
    waste: 'Choose the sign and its text on each tool with a battery or a plug.',
    'proposition-65': 'Enter the warning on each tool that needs one.',
  },
};
