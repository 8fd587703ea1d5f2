/** The pages for getting into an account, and the fields that they share. */
export const accountTexts = {
  fields: { name: 'Name', email: 'Email', password: 'Password', newPassword: 'New password' },
  password: {
    rule: '6 characters or longer.',
    ruleAndCommon: '6 characters or longer. Common passwords are refused.',
    show: 'Show',
    hide: 'Hide',
    /** Said behind 'Show' and 'Hide', where it is not seen. */
    whatIsShown: 'password',
    capsLock: 'Caps Lock is on.',
  },
  login: {
    title: 'Login',
    description: 'Log in to order tools, pay for them and follow your orders.',
    leadBack: 'Log in, and you go on to the page that you asked for.',
    submit: 'Login',
    forgotten: 'Forgot your password?',
    new: 'New to Toolyard?',
    toSignUp: 'Create an account',
  },
  signUp: {
    title: 'Sign up',
    description: 'Create an account to order tools at Toolyard.',
    submit: 'Sign up',
    known: 'Already have an account?',
    toLogin: 'Login',
  },
  reset: {
    title: 'Reset password',
    description: 'Set a new password for your Toolyard account.',
    lead: 'Tell us your email address. We send you a link to set a new password.',
    submit: 'Send reset link',
    sent: (email: string) => `If there is an account for ${email}, a mail with a link is on its way to it.`,
    linkRefused: 'That link has been used or is too old. Ask for a new one here.',
    toLogin: 'Back to login',
    setTitle: 'Set a new password',
    set: 'Set new password',
    askAgain: 'Ask for a new link',
    done: 'Your password is changed. Log in with the new one.',
  },
  verify: {
    title: 'Verify email',
    description: 'Verify the email address of your Toolyard account.',
    checking: 'Verifying your email address…',
    incomplete: 'This link is not complete. Open it from the mail again, or ask for a new mail.',
    signedOut: 'Log in to your account, and its email address is verified.',
    notYou: 'If you did not make an account with us, you need do nothing: the address stays unverified.',
    done: 'Thank you, your email address is verified.',
    toTools: 'Go to the tools',
    anotherMail: 'You can have a new mail sent from your profile.',
    toProfile: 'My Profile',
  },
  google: {
    or: 'or',
    button: 'Continue with google',
    goOn: 'Go on in the Google window. Close it to stop.',
    notSetUp: 'Google sign-in isn’t set up in this shop. Use your email and a password instead.',
    doneTitle: 'Google sign-in',
    doneDescription: 'The end of signing in with Google.',
    closeWindow: 'You can close this window and go on in the shop.',
  },
  /** What an account is for, beside the forms. */
  gives: {
    heading: 'What an account is for',
    things: [
      {
        icon: 'box',
        name: 'Order what is really there',
        text: 'Each tool shows the quantity on the shelf and the smallest order, and you are charged the price you saw.',
      },
      {
        icon: 'card',
        name: 'Pay by card',
        text: 'The units are kept for you while you pay. Card details go to the payment provider and are never stored by the shop.',
      },
      {
        icon: 'check',
        name: 'Follow every order',
        text: 'See what is unpaid, paid and confirmed under My Orders. A mail comes with each step.',
      },
    ],
  },
} as const;
