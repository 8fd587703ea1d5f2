/** The shop's rules. A text that has a link in it stands in pieces. */
export const policyTexts = {
  title: 'Policy',
  description: 'How Toolyard handles orders, payment, cancellations and what it keeps about you.',
  opening: 'How orders and payment work here, and what we keep about you.',
  orders: {
    heading: 'Orders',
    text: 'An order names its price. If the price of a tool changes before you order, we tell you and take nothing. Each tool has a smallest order; a smaller quantity is raised to it.',
  },
  stock: {
    heading: 'Stock',
    text: 'An unpaid order holds nothing back. When you start to pay, the units are kept for you for a short time that the payment page shows. If they run out first, your order says so.',
  },
  payment: {
    heading: 'Payment',
    text: 'You pay by card. Card details go to the payment provider and are never stored by the shop. Should a payment come through for something we can no longer send, it is refunded in full.',
  },
  cancelling: {
    heading: 'Cancelling',
    beforeLink:
      'An unpaid order can be deleted in My Orders at any time. A paid one cannot be deleted there:',
    link: 'write to us',
    afterLink: '.',
  },
  kept: {
    heading: 'What we keep',
    text: 'Your name, email and profile, your orders with their phone number and delivery address, your reviews, and messages you send us. Reviews are shown with your name, never with your email. In your browser we keep what signs you in, and the theme you chose; what you have typed into a form and not sent yet is kept there too, until you close the tab or log out. There is no advertising and no tracking.',
  },
};
