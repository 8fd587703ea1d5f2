/** Where the shop is and how it is reached: on the home page, and told to search engines. */
export const contactWays = {
  address: '14 Foundry Lane, Portside, TY1 4RD',
  email: 'hello@toolyard.example',
  phone: '+1 (555) 010-0142',
};
