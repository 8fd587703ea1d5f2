export const accountTexts = {
  fields: { name: 'Name', email: 'Email', password: 'Password', newPassword: 'New password' },
  password: {
    rule: '6 characters or longer.',
    ruleAndCommon: '6 characters or longer. Common passwords aren’t accepted.',
    show: 'Show',
    hide: 'Hide',
    /** Screen-reader text after 'Show' and 'Hide'. */
    whatIsShown: 'password',
    capsLock: 'Caps Lock is on.',
  },
  login: {
    title: 'Login',
    description: 'Log in to order tools, pay for them, and track your orders.',
    leadBack: 'Log in to continue to that page.',
    submit: 'Login',
    forgotten: 'Forgot your password?',
    new: (shop: string) => `New to ${shop}?`,
  },
  signUp: {
    title: 'Sign up',
    description: (shop: string) => `Create an account to order tools from ${shop}.`,
    submit: 'Sign up',
    known: 'Already have an account?',
    toLogin: 'Log in',
  },
  reset: {
    title: 'Reset password',
    description: (shop: string) => `Set a new password for your ${shop} account.`,
    lead: 'Enter your email address and we’ll send you a link to set a new password.',
    submit: 'Send reset link',
    sent: (email: string) => `If there’s an account for ${email}, we’ve emailed it a link.`,
    linkRefused: 'That link has expired or was already used. Request a new one here.',
    toLogin: 'Back to login',
    setTitle: 'Set a new password',
    set: 'Set new password',
    askAgain: 'Request a new link',
    done: 'Your password has been changed. Log in with the new one.',
  },
  verify: {
    title: 'Verify email',
    description: (shop: string) => `Verify the email address of your ${shop} account.`,
    checking: 'Verifying your email address…',
    incomplete: 'This link is incomplete. Open it from the email again, or request a new email.',
    signedOut: 'Log in to finish verifying your email address.',
    notYou: 'If you didn’t create an account with us, you don’t need to do anything.',
    done: 'Thank you, your email address is verified.',
    toTools: 'Shop all tools',
    anotherMail: 'You can send a new email from your profile.',
    toProfile: 'My Profile',
  },
  google: {
    or: 'or',
    button: 'Continue with google',
    goOn: 'Continue in the Google window. Close it to cancel.',
    notSetUp: 'Google sign-in isn’t set up in this shop. Use your email and password instead.',
    doneTitle: 'Google sign-in',
    doneDescription: 'The last step of Google sign-in.',
    closeWindow: 'You can close this window and return to the shop.',
  },
  /** What an account is for, beside the forms. */
  gives: {
    heading: 'With an account you can',
    things: [
      {
        icon: 'box',
        name: 'See live stock',
        text: 'Every tool shows how many are available and the minimum order. You’re charged the price you saw.',
      },
      {
        icon: 'card',
        name: 'Pay by card',
        text: 'Your tools are reserved while you pay. Card details go straight to the payment provider; we never store them.',
      },
      {
        icon: 'check',
        name: 'Track every order',
        text: 'See what’s unpaid, paid, and confirmed in My Orders. We email you when it’s paid and when it ships.',
      },
    ],
  },
} as const;

/** Before what only a fresh sign-in may do. */
export const confirmIdentityTexts = {
  title: 'Confirm that it’s you',
  why: 'It’s been a while since you logged in. Enter your password to continue.',
  password: 'Your password',
  confirm: 'Confirm',
};

/** The tool that the user was about to see, beside the login form and on the way to it after signing up. */
export const toolAheadTexts = {
  heading: 'The tool you asked for',
  price: 'Price',
  loginLead: (name: string) => `Log in to continue to ${name}.`,
  signUpLead: (name: string) => `Create an account to order ${name}.`,
};

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
