/** The foot of every page. */
export const footerTexts = {
  label: 'Footer',
  about: 'About us',
  contact: 'Contact',
  portfolio: 'Portfolio',
  policy: 'Policy',
  promise: 'Hand tools, power tools, and machines for the trades.',
  networks: { facebook: 'Facebook', instagram: 'Instagram', youtube: 'YouTube' },
  copyright: 'Copyright © 2026 – All rights reserved by Toolyard',
};
