/** Who the shop is. A text that has a link in it stands in pieces. */
export const aboutTexts = {
  title: 'About us',
  description: 'Toolyard sells hand tools, power tools and machines to trades and workshops.',
  opening:
    'Toolyard sells hand tools, power tools and machines to people who use them for a living: trades on site and owners of workshops.',
  sell: {
    heading: 'What we sell',
    text: 'From a claw hammer to a drill press. Every tool is listed with what it is for, its price, the smallest order we send and the quantity that is really on the shelf.',
    toTools: 'See all tools',
  },
  how: {
    heading: 'How we sell it',
    text: 'You sign in, order, and pay by card. Your cart holds nothing back from others; the units are kept for you from the moment you start to pay. What you are charged is the price you saw when you ordered.',
  },
  trial: {
    heading: 'A trial shop',
    text: 'As you see it here, Toolyard may be running for trial: the catalogue and the brands in it are made up, the address and the phone number are examples, and cards are test cards. No money moves and nothing is sent out.',
  },
  reach: {
    heading: 'Reach us',
    beforeLink: 'Write to us under',
    link: 'Get In Touch',
    afterLink: '. Mechanic support and repairs answer from 8AM to 10PM.',
  },
};
