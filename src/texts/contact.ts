/** Where the shop is and how it is reached: on the home page, and told to search engines. */
export const contactWays = {
  address: '1420 Foundry Street, Springfield, OH 45502',
  email: 'hello@toolyard.example',
  phone: '+1 (937) 555-0142',
};
