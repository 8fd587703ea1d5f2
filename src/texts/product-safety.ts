/** Labels of what is said of a product's maker and its dangers, in forms and in errors. */
export const safetyLabels = {
  manufacturer_name: 'Manufacturer',
  manufacturer_address: 'Manufacturer’s postal address',
  manufacturer_email: 'Manufacturer’s email',
  responsible_person: 'Responsible person in the EU',
  safety_warnings: 'Safety warnings',
};

export const safetyHints = {
  responsible_person: 'Name, postal address, and email, if the manufacturer is outside the EU.',
};

export const safetyRuleTexts = { emailWrong: 'This isn’t an email address' };
