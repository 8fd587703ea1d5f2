/** Who the shop is. A text that has a link in it stands in pieces. */
export const aboutTexts = {
  title: 'About us',
  description: 'Toolyard sells hand tools, power tools, and machines for the trades and for workshops.',
  opening:
    'Toolyard sells hand tools, power tools, and machines to people who work with them every day, on the jobsite and in the shop.',
  sell: {
    heading: 'What we sell',
    text: 'Everything from a claw hammer to a drill press. Every tool is listed with what it’s for, its price, the minimum order, and how many are in stock right now.',
    toTools: 'See all tools',
  },
  how: {
    heading: 'How we sell it',
    text: 'Log in, order, and pay by card. Your cart doesn’t reserve stock. Starting to pay does. You’re charged the price you saw when you ordered.',
  },
  trial: {
    heading: 'A demo store',
    text: 'Toolyard may be running in trial mode here: the catalog and its brands are made up, the address and phone number are examples, and only test cards work. No money moves and nothing ships.',
  },
  reach: {
    heading: 'Contact us',
    beforeLink: 'Write to us in',
    link: 'Get In Touch',
    afterLink: '. Mechanic Support and Tools Repair are open 8AM-10PM.',
  },
};

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

export const portfolioTexts = {
  title: 'Portfolio',
  description: 'What Toolyard carries: hand tools, power tools, and machines.',
  opening: 'Three categories, for everything from the tool belt to the shop floor.',
  /** Under the names of the catalogue's categories, to whose lists they lead. */
  ranges: [
    {
      name: 'Hand tools',
      text: 'Hammers, saws, planes, wrenches, and tools for measuring and marking. The ones you keep on your belt or in the truck, sold in crew-size quantities.',
      link: 'See hand tools',
    },
    {
      name: 'Power tools',
      text: 'Drills, saws, grinders, and sanders, corded and cordless.',
      link: 'See power tools',
    },
    {
      name: 'Machines',
      text: 'Drill presses, table saws, air compressors, and everything else that stands on the shop floor.',
      link: 'See machines',
    },
  ],
};
