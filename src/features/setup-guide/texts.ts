import { counted } from '#texts/locale.ts';

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
  readyForLive: 'Nothing is missing. Set SHOP_MODE=live on the server and restart the shop.',
  readyWithLiveKeys:
    'Nothing else is missing. Set SHOP_MODE=live and Stripe’s live keys on the server, and restart the shop.',

  /** What live mode asks for, as an owner reads it; `setting` names it for whoever runs the server. */
  missing: {
    contact: 'Your address, email, or phone is still an example, and buyers would see it.',
    CARD_PAYMENTS: 'Card payments are in test mode, so no money moves. Connect a Stripe account.',
    STRIPE_SECRET_KEY: 'Stripe is connected with a test key. Set the live one together with SHOP_MODE=live.',
    STRIPE_PUBLISHABLE_KEY:
      'Stripe is connected with a test key. Set the live one together with SHOP_MODE=live.',
    MAIL: 'No email leaves the shop yet. Connect an email server.',
    SMTP_TLS: 'The connection to your email server isn’t encrypted.',
    SHOP_ORIGIN: 'The shop needs a web address of its own that starts with https://.',
    SHOP_ADMIN_EMAIL: 'Choose the email that the owner logs in with. A generated admin isn’t enough.',
    SHOP_ADMIN_PASSWORD: 'The admin’s password must be 15 characters or longer, and hard to guess.',
    SHOP_DEMO: 'The sample data must be turned off.',
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
