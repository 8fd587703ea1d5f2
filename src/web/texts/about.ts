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
