/** What every mail has round its text. */
export const mailFrameTexts = {
  hello: (name: string) => `Hello ${name},`,
  helloNobody: 'Hello,',
  /** A fact in the plain form. */
  fact: (label: string, value: string) => `${label}: ${value}`,
  signature: 'Toolyard',
};

/** The mails about an account. */
export const accountMailTexts = {
  verification: {
    subject: 'Verify your email address',
    text: 'please verify the email address of your Toolyard account.',
    link: 'Verify email address',
    closing:
      'The link works for one day, where you are logged in. If you did not make this account, do not follow it: somebody typed your address.',
  },
  reset: {
    subject: 'Set a new password',
    text: 'somebody asked for a new password for your Toolyard account.',
    link: 'Set a new password',
    closing:
      'The link works once, for one hour. If it was not you, ignore this mail: your password stays as it is.',
  },
};

/** The mails about an order; each begins with a greeting that ends in a comma. */
export const orderMailTexts = {
  facts: {
    order: 'Order',
    tool: 'Tool',
    units: (quantity: number, tool: string, unitPrice: string) => `${quantity} × ${tool} at ${unitPrice}`,
    total: 'Total',
    address: 'Address',
    transaction: 'Transaction',
    paid: 'Paid',
    givenBack: 'Given back',
  },
  toOrders: 'My orders',
  placed: {
    subject: (tool: string, number: string) => `Your order ${number}: ${tool}`,
    text: 'your order is in your cart. We send it once it is paid.',
    link: 'Pay for it',
  },
  paid: {
    subject: (tool: string, number: string) => `Receipt for order ${number}: ${tool}`,
    text: 'thank you, your payment has arrived. This is your receipt.',
  },
  shipped: {
    subject: (tool: string, number: string) => `Order ${number} is on its way: ${tool}`,
    text: 'your order has been shipped.',
  },
  refunded: {
    subject: (tool: string, number: string) => `Your money back for order ${number}: ${tool}`,
    text: (reason: string) =>
      `we could not serve your payment and have given the whole amount back to your card. ${reason}.`,
    link: 'To the tools',
    closing: 'Your bank may take some days to show it.',
  },
};

/** The mail that tells the shop of a message to it. */
export const contactMailTexts = {
  subject: (name: string) => `${name} wants to get in touch`,
  text: "Somebody filled in the 'Get In Touch' form.",
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone Number',
};
