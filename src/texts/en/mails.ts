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
    text: 'Please verify the email address of your Toolyard account.',
    link: 'Verify email address',
    closing:
      'The link works for 24 hours, in a browser where you’re logged in. If you didn’t create this account, don’t click it: someone else entered your address.',
  },
  reset: {
    subject: 'Set a new password',
    text: 'We got a request to reset the password of your Toolyard account.',
    link: 'Set a new password',
    closing:
      'The link works once, for one hour. If you didn’t ask for this, ignore this email. Your password won’t change.',
  },
};

/** The mails about an order. */
export const orderMailTexts = {
  facts: {
    order: 'Order',
    tool: 'Tool',
    units: (quantity: number, tool: string, unitPrice: string) => `${quantity} × ${tool} at ${unitPrice}`,
    total: 'Total',
    address: 'Address',
    transaction: 'Transaction',
    paid: 'Paid',
    givenBack: 'Refunded',
  },
  toOrders: 'View My Orders',
  placed: {
    subject: (tool: string, number: string) => `Your order ${number}: ${tool}`,
    text: 'We’ve added your order to your cart. It ships once it’s paid.',
    link: 'Pay now',
  },
  paid: {
    subject: (tool: string, number: string) => `Receipt for order ${number}: ${tool}`,
    text: 'Thank you for your payment. Here’s your receipt.',
  },
  shipped: {
    subject: (tool: string, number: string) => `Order ${number} is on its way: ${tool}`,
    text: 'Your order has shipped.',
  },
  refunded: {
    subject: (tool: string, number: string) => `Refund for order ${number}: ${tool}`,
    text: (reason: string) =>
      `We couldn’t fill your order, so we’ve refunded the full amount to your card. ${reason}.`,
    link: 'Shop all tools',
    closing: 'It may take a few days to show up on your statement.',
  },
};

/** The mail that tells the shop of a message to it. */
export const contactMailTexts = {
  subject: (name: string) => `${name} wants to get in touch`,
  text: 'Someone filled out the Get In Touch form.',
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone Number',
};
