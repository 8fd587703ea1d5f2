export const contactFormTexts = {
  heading: 'Get In Touch',
  opening:
    'Questions about a tool, a bulk order, or a repair? Leave your name and number, and a message if you like, and we’ll call you back.',
  address: 'Address',
  email: 'Email',
  phone: 'Phone',
  fullName: 'Full Name',
  phoneNumber: 'Phone Number',
  message: 'Message (optional)',
  submit: 'Submit',
  sent: 'Thanks, we’ll call you',
  notSent: (reason: string) => `Your message wasn’t sent. ${reason}`,
  noName: 'Please provide your name!',
  noEmail: 'Provide a valid email',
  noPhone: 'Please provide your phone number!',
};

/** The email that tells the shop of a message to it. */
export const contactEmailTexts = {
  subject: (name: string) => `${name} wants to get in touch`,
  text: 'Someone filled out the Get In Touch form. Reply to this email to answer them.',
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone Number',
  message: 'Message',
};
