/** What only machines are told of the shop: no page that a reader has open needs it. */
export const shopFacts = {
  /** What is to be seen on the picture that sharers show. */
  sharePicture: 'Toolyard: hand tools, power tools, and machines for the trades',
  /** Beside the icon of the shop where it is installed as an app. */
  appDescription: 'Order hand tools, power tools, and machines from the jobsite or the office.',
  contactType: 'customer service',
};
