export const accountEmailTexts = {
  verification: {
    subject: 'Verify your email address',
    text: (shop: string) =>
      `Thanks for creating a ${shop} account. Please confirm that this is your email address.`,
    link: 'Verify email address',
    closing:
      'The link works for 24 hours, in a browser where you’re logged in. If you didn’t create this account, don’t open it: someone else entered your address.',
    why: 'You’re getting this email because someone signed up with your address.',
  },
  known: {
    subject: (shop: string) => `Your ${shop} account`,
    heading: 'You already have an account',
    text: (shop: string) =>
      `Someone signed up at ${shop} with your email address, which already has an account. If it was you, log in. You can set a new password there if you’ve forgotten yours.`,
    link: 'Log in',
    closing: 'If it wasn’t you, ignore this email. Nothing about your account has changed.',
    why: 'You’re getting this email because someone signed up with your address.',
  },
  reset: {
    subject: 'Set a new password',
    text: (shop: string) => `We got a request to reset the password of your ${shop} account.`,
    link: 'Set a new password',
    closing:
      'The link works once, for one hour. If you didn’t ask for this, ignore this email. Your password won’t change.',
    why: 'You’re getting this email because someone asked to reset your password.',
  },
};
