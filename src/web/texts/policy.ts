/** The shop's rules. A text that has a link in it stands in pieces. */
export const policyTexts = {
  title: 'Policy',
  description: 'How Toolyard handles orders, payments, cancellations, and your data.',
  opening: 'How orders and payments work, and what we keep about you.',
  orders: {
    heading: 'Orders',
    text: 'Your order shows its price. If a tool’s price changes before you order, we’ll tell you before placing it. Each tool has a minimum order; a smaller quantity is raised to it.',
  },
  stock: {
    heading: 'Stock',
    text: 'An unpaid order doesn’t reserve stock. When you start to pay, your tools are reserved for a short time, shown on the payment page. If they sell out first, we’ll tell you there.',
  },
  payment: {
    heading: 'Payment',
    text: 'You pay by card. Card details go straight to the payment provider; we never store them. If a payment goes through for something we can no longer ship, we refund it in full.',
  },
  cancelling: {
    heading: 'Canceling',
    beforeLink: 'You can delete an unpaid order in My Orders at any time. To cancel a paid one,',
    link: 'contact us',
    afterLink: '.',
  },
  kept: {
    heading: 'What we keep',
    text: 'Your name, email, and profile; your orders with their phone number and delivery address; your reviews; and messages you send us. Reviews show your name, never your email. Your browser keeps you logged in and remembers your theme. It also keeps what you’ve typed into a form but not sent, until you close the tab or log out. There’s no advertising and no tracking.',
  },
};
