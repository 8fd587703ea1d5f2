/** What the shop is called, wherever its name is not part of a sentence. */
export const shopTexts = { name: 'Toolyard' };

/** Where the shop is and how it is reached: on the home page, and told to search engines. */
export const contactWays = {
  address: '1420 Foundry Street, Springfield, OH 45502',
  email: 'hello@toolyard.example',
  phone: '+1 (937) 555-0142',
};

/** What only machines are told of the shop: no page that a reader has open needs it. */
export const shopFacts = {
  /** What is to be seen on the picture that sharers show. */
  sharePicture: 'Toolyard: hand tools, power tools, and machines for the trades',
  /** Beside the icon of the shop where it is installed as an app. */
  appDescription: 'Order hand tools, power tools, and machines from the jobsite or the office.',
  contactType: 'customer service',
};
