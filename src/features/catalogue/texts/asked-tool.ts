/** The tool that somebody was about to see, beside the login and on the way to it after signing up. */
export const askedToolTexts = {
  heading: 'The tool you asked for',
  price: 'Price',
  loginLead: (name: string) => `Log in to continue to ${name}.`,
  signUpLead: (name: string) => `Create an account to order ${name}.`,
  accountReady: 'Your account is ready.',
  orderHeading: 'Order this tool',
  toSignUp: 'Create an account',
  toOrder: 'Log in to order this tool. An account takes a minute.',
  continueTo: (name: string) => `Continue to ${name}`,
};
