/** What only machines are told of the shop: no page that a reader has open needs it. */
export const shopFacts = {
  /** What is to be seen on the picture that sharers show. */
  sharePicture: 'Toolyard: hand tools, power tools and machines for the trade',
  /** Beside the icon of the shop where it is installed as an app. */
  appDescription: 'Hand tools, power tools and machines, ordered on site or at the desk.',
  contactType: 'customer service',
};
