/** What every email has round its text. */
export const emailFrameTexts = {
  hello: (name: string) => `Hello ${name},`,
  helloNobody: 'Hello,',
  /** A fact in the plain part; one of several lines begins on a line of its own. */
  fact: (label: string, value: string) =>
    /[\r\n]/.test(value) ? `${label}:\n${value}` : `${label}: ${value}`,
  spelledOut: 'If the button doesn’t work, open this link:',
};

/** The emails about an account. */
export const accountEmailTexts = {
  verification: {
    subject: 'Verify your email address',
    text: 'Thanks for creating a Toolyard account. Please confirm that this is your email address.',
    link: 'Verify email address',
    closing:
      'The link works for 24 hours, in a browser where you’re logged in. If you didn’t create this account, don’t open it: someone else entered your address.',
    why: 'You’re getting this email because someone signed up with your address.',
  },
  reset: {
    subject: 'Set a new password',
    text: 'We got a request to reset the password of your Toolyard account.',
    link: 'Set a new password',
    closing:
      'The link works once, for one hour. If you didn’t ask for this, ignore this email. Your password won’t change.',
    why: 'You’re getting this email because someone asked to reset your password.',
  },
};

/** The emails about an order. */
export const orderEmailTexts = {
  facts: {
    order: 'Order',
    tool: 'Tool',
    units: (quantity: number, tool: string, unitPrice: string) => `${quantity} × ${tool} at ${unitPrice}`,
    total: 'Total',
    address: 'Ship to',
    transaction: 'Transaction ID',
    paid: 'Paid on',
    refunded: 'Refunded',
  },
  toOrders: 'View My Orders',
  why: 'You’re getting this email because you placed an order with Toolyard.',
  placed: {
    subject: (tool: string, number: string) => `Your order ${number}: ${tool}`,
    heading: 'Your order is in your cart',
    text: 'Thanks for your order. It ships once it’s paid.',
    link: 'Pay now',
  },
  paid: {
    subject: (tool: string, number: string) => `Receipt for order ${number}: ${tool}`,
    heading: 'Thank you for your payment',
    text: 'Here’s your receipt. We’ll email you when your order ships.',
  },
  shipped: {
    subject: (tool: string, number: string) => `Order ${number} is on its way: ${tool}`,
    heading: 'Your order is on its way',
    text: 'Your order has shipped to the address below.',
  },
  refunded: {
    subject: (tool: string, number: string) => `Refund for order ${number}: ${tool}`,
    heading: 'We’ve refunded your payment',
    text: 'We couldn’t fill your order, so we’ve refunded the full amount to your card.',
    reason: (reason: string) => `${reason}.`,
    link: 'Shop all tools',
    closing: 'It may take a few days to show up on your statement.',
  },
};

/** The email that tells the shop of a message to it. */
export const contactEmailTexts = {
  subject: (name: string) => `${name} wants to get in touch`,
  text: 'Someone filled out the Get In Touch form. Reply to this email to answer them.',
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone Number',
  message: 'Message',
  why: 'You’re getting this email because this is the shop’s contact address.',
};
