export const emailChangeTexts = {
  adminBySettings: 'This admin is set by SHOP_ADMIN_EMAIL, so the email can’t be changed here',
  sameEmail: 'That’s already your email',
  taken: 'This email now belongs to another account. Request a change to a different one.',
  goneBack: 'This email now belongs to another account, so the change can’t be undone. Please contact us.',
};

export const changeEmailEmailTexts = {
  confirm: {
    subject: 'Confirm your new email address',
    text: (shop: string) => `Someone asked to use this email address for their ${shop} account.`,
    link: 'Use this address',
    closing:
      'The link works once, for 24 hours, in a browser where you’re logged in. If this wasn’t you, ignore this email. Nothing will change.',
    why: 'You’re getting this email because someone entered your address for their account.',
  },
  changed: {
    subject: 'Your email address was changed',
    text: (shop: string) =>
      `Your ${shop} account now has a different email address. This one can no longer be used to log in.`,
    link: 'Undo the change',
    closing:
      'If this wasn’t you, undo it. The link works for 72 hours, and everything that was added to your login since then will be removed.',
    why: 'You’re getting this email because your account had this address.',
  },
  welcome: {
    subject: 'This is your new email address',
    text: (shop: string) =>
      `Your ${shop} account now has this email address. Use it to log in from now on. We logged out all your other devices.`,
    link: 'Login and security',
    closing: 'If this wasn’t you, contact us.',
    why: 'You’re getting this email because your account has this address.',
  },
  undone: {
    subject: 'An email change was undone',
    text: (shop: string) =>
      `The email address of a ${shop} account was changed back to the one it had before. All devices were logged out.`,
    link: 'Set a new password',
    closing:
      'If your account has this address, set a new password, in case someone else knows the one you have.',
    why: 'You’re getting this email because an account has or had this address.',
  },
};

/** In 'Login and security', and the page that the emailed links lead to. */
export const changeEmailTexts = {
  change: 'Change email',
  label: 'New email',
  hint: 'We’ll send it a link to confirm.',
  cancel: 'Cancel',
  submit: 'Send link',
  sent: (email: string) =>
    `We sent a link to ${email}. Your email stays the same until you open it. If nothing arrives, the address may already have an account.`,
  title: 'Change email',
  description: (shop: string) => `Change the email address of your ${shop} account.`,
  incomplete: 'This link is incomplete. Open it from the email again.',
  checking: 'Checking your login…',
  confirm: {
    signedOut: 'Log in to finish changing your email.',
    notYou: 'If you didn’t ask for this, you don’t need to do anything.',
    lead: (email: string) =>
      `You’re logged in as ${email}. Use the address that this link was sent to instead? Your other devices will be logged out.`,
    button: 'Use the new address',
    done: (email: string) => `Your email is now ${email}. Use it to log in from now on.`,
    next: 'Login and security',
  },
  undo: {
    lead: 'Your account goes back to the email it had before. Everything that was added to your login since then will be removed, and all devices will be logged out.',
    button: 'Undo the change',
    done: 'Your account has its earlier email again. Set a new password now, in case someone else knows the one you have.',
    next: 'Set a new password',
  },
};
