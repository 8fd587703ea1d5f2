import { counted } from '#texts/locale.ts';

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
    passkey: 'Log in with a passkey',
    forgotten: 'Forgot your password?',
    new: (shop: string) => `New to ${shop}?`,
  },
  /** The second step of a login. */
  secondStep: {
    title: 'One more step',
    code: 'Code',
    hint: 'The 6 digits in your authenticator app, or one of your recovery codes.',
    passkey: 'Use a passkey',
    submit: 'Continue',
    back: 'Back to login',
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
  title: 'Confirm it’s you',
  byPassword: 'It’s been a while since you logged in. Enter your password to continue.',
  byCode: 'It’s been a while since you logged in. Enter a code or use your passkey.',
  password: 'Your password',
  confirm: 'Confirm',
};

/** The tool that the user came from, beside the login form and after signing up. */
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

/** Told to an account's owner when their second factor changes. */
export const factorEmailTexts = {
  subjects: {
    password_changed: 'Your password was changed',
    factor_added: 'Two-step verification was added to your login',
    factor_removed: 'Two-step verification was removed from your login',
    recovery_code_used: 'A recovery code was used',
    recovery_codes_renewed: 'You have new recovery codes',
    factors_reset: 'Your two-step verification was reset',
  },
  happened: {
    password_changed: (shop: string) =>
      `The password of your ${shop} account was changed. All other devices were logged out.`,
    factor_added: (shop: string) =>
      `An authenticator app or a passkey was added to your ${shop} account. You’ll need it to log in from now on.`,
    factor_removed: (shop: string) =>
      `An authenticator app or a passkey was removed from your ${shop} account. It can no longer be used to log in.`,
    recovery_code_used: (shop: string) =>
      `Someone logged in to your ${shop} account with one of your recovery codes. It won’t work again.`,
    recovery_codes_renewed: (shop: string) =>
      `Ten new recovery codes were made for your ${shop} account. The earlier ones no longer work.`,
    factors_reset: (shop: string) =>
      `An admin of ${shop} removed your authenticator app, passkeys, and recovery codes, and logged you out everywhere. Log in with your password, then set up two-step verification again.`,
  },
  link: 'Login and security',
  closing: 'If this wasn’t you, set a new password right away, and contact us.',
  why: 'You’re getting this email because the way you log in has changed.',
};

/** The page 'Login and security'. */
export const securityTexts = {
  title: 'Login and security',
  description: 'Where you’re logged in, two-step verification, passkeys, and recovery codes.',
  lead: 'Where you’re logged in, and how you log in.',
  cancel: 'Cancel',
  app: {
    title: 'Authenticator app',
    lead: 'After your password, logging in asks for a code from an app on your phone, such as Google Authenticator, 1Password, or Authy.',
    add: 'Set up an app',
    since: 'Set up',
    scan: 'Scan this code with your authenticator app.',
    picture: 'QR code for your authenticator app',
    typed: 'Can’t scan it? Enter this key in the app:',
    code: 'Code from the app',
    codeHint: 'The 6-digit code in the app.',
    confirm: 'Turn on',
    added: 'Your authenticator app is set up',
    remove: 'Remove app',
    askRemove: 'Remove the authenticator app?',
    removeWhy:
      'Its codes will no longer work. Without another way to verify, your password alone logs you in.',
    removed: 'Removed the authenticator app',
  },
  passkeys: {
    title: 'Passkeys',
    lead: 'Log in with your fingerprint, face, or screen lock, without a password. A passkey also works as two-step verification after your password.',
    add: 'Add a passkey',
    addHow: 'Your browser asks where to save the passkey, and for your fingerprint, face, or PIN.',
    name: 'Name',
    nameHint: 'So you recognize it, such as ‘Work laptop’.',
    make: 'Create passkey',
    notMade: 'Your browser didn’t create a passkey. Nothing has changed.',
    added: 'Added',
    used: 'Last used',
    unused: 'Not used yet',
    rename: 'Rename',
    renameIt: (name: string) => `Rename ${name}`,
    askRename: 'Rename the passkey',
    saved: (name: string) => `Saved ${name}`,
    remove: 'Remove',
    removeIt: (name: string) => `Remove ${name}`,
    askRemove: (name: string) => `Remove ${name}?`,
    removeWhy: 'It will no longer log you in here. You can delete it from your device, too.',
    removed: 'Removed the passkey',
  },
  codes: {
    title: 'Recovery codes',
    lead: 'For when you don’t have your phone or passkey. Each code works once.',
    left: (count: number) => counted(count, { one: '# code left', other: '# codes left' }),
    renew: 'Make new codes',
    askRenew: 'Make new recovery codes?',
    renewWhy: 'The codes you have now will stop working.',
    yours: 'Your recovery codes',
    once: 'Save these codes somewhere safe. We won’t show them again. Each one logs you in once if you don’t have your phone or passkey.',
    file: 'recovery-codes.txt',
    download: 'Download',
    copy: 'Copy',
    copied: 'Copied',
    kept: 'I’ve saved them',
  },
  email: { title: 'Email' },
  password: {
    title: 'Password',
    change: 'Change password',
    lead: 'Changing it logs out every other device.',
    current: 'Current password',
    changed: 'Your password was changed. Other devices were logged out.',
    none: 'You log in with Google, so there’s no password to change here. Your Google password is changed in your Google Account.',
    setOne: 'To also log in with a password, request a link to set one.',
    toReset: 'Set a password',
  },
  sessions: {
    title: 'Where you’re logged in',
    showAll: (count: number) => `Show all ${count}`,
    showFewer: 'Show fewer',
    lead: 'If you don’t recognize a device, log it out and set a new password.',
    device: (browser: string | null, system: string | null) => {
      if (browser && system) return `${browser} on ${system}`;
      return browser ?? system ?? 'Unknown device';
    },
    here: 'This device',
    used: 'Last used',
    begun: 'Logged in',
    network: (network: string) => `Network ${network}`,
    networkWhy:
      'We keep only the network part of an IP address, so it shows roughly where a login came from.',
    end: 'Log out',
    endIt: (device: string) => `Log out ${device}`,
    askEnd: (device: string) => `Log out ${device}?`,
    endWhy: 'Your account stops working there right away, until someone logs in again.',
    ended: (device: string) => `Logged out ${device}`,
    endOthers: 'Log out everywhere else',
    askEndOthers: 'Log out everywhere else?',
    endOthersWhy: 'You stay logged in on this device only.',
    endedOthers: (count: number) =>
      counted(count, { one: 'Logged out # other device', other: 'Logged out # other devices' }),
  },
  firebase: {
    title: 'Your login is kept by Firebase',
    text: 'This shop logs people in with Firebase Authentication. Two-step verification, by SMS or an authenticator app, is turned on by the shop’s owner in Firebase’s console. If you log in with Google, Google’s own two-step verification and passkeys protect your account.',
    rest: 'To change your password, log out and choose ‘Forgot your password?’ on the login page. That also ends your logins on other devices. To change your email, contact the shop.',
  },
};
