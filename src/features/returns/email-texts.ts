/** Emails about returns. */
export const returnEmailTexts = {
  facts: {
    return: 'Return',
    order: 'Order',
    address: 'Send it to',
    postage: 'Return shipping',
    label: 'Shipping label',
    reason: 'Reason',
    refund: 'Refund',
    buyer: 'Buyer',
    email: 'Email',
    note: 'Buyer’s note',
  },
  units: (quantity: number, tool: string, reason: string) => `${quantity} × ${tool}: ${reason}`,
  arrived: (number: string) => `${number} received`,
  accepted: (accepted: number, received: number) =>
    accepted === received ? `${accepted} accepted` : `${accepted} of ${received} accepted`,
  deducted: (amount: string) => `${amount} deducted for wear`,
  link: 'View your return',
  requested: {
    subject: (number: string) => `We got your return request ${number}`,
    heading: 'We got your return request',
    text: 'We’ll look at it and email you. Please don’t send anything back yet.',
  },
  approved: {
    subject: (number: string) => `Your return ${number} is approved`,
    heading: 'Your return is approved',
    text: 'Pack the items, put the return slip in the box, and send it to the address below.',
    closing: 'We’ll email you when it arrives.',
  },
  refused: {
    subject: (number: string) => `We can’t accept return ${number}`,
    heading: 'We can’t accept your return',
    text: 'We looked at your request and can’t accept it. Reply to this email if you have questions.',
  },
  received: {
    subject: (number: string) => `We received your return ${number}`,
    heading: 'We received your return',
    text: 'Thanks for sending it back. Here’s what we checked in.',
    closing: 'If there’s a refund, we’ll email you when it’s on its way.',
  },
  closed: {
    subject: (number: string) => `Return ${number} is closed`,
    heading: 'Your return is closed',
    text: 'Nothing more is expected for this return.',
  },
  toStaff: {
    return: {
      subject: (number: string) => `Return requested: ${number}`,
      heading: 'A buyer wants to return something',
      text: 'Approve or decline it. We’ve told the buyer that you’ll answer first.',
      link: 'Open the return',
    },
    withdrawal: {
      subject: (number: string) => `Withdrawal from a contract: ${number}`,
      heading: 'A buyer has withdrawn from a contract',
      text: 'Their time to withdraw may be over, or they may not be a consumer. Approve or decline it.',
      link: 'Open the withdrawal',
    },
    /** Of a withdrawal that was approved at once. */
    approved: 'We’ve told them where to send the items. Check in what arrives.',
  },
};
