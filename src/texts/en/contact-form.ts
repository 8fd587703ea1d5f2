/** 'Get In Touch' on the home page. */
export const contactFormTexts = {
  heading: 'Get In Touch',
  opening: 'Ask about a tool, a larger order or a repair. Leave your name and number and we call you back.',
  address: 'Address',
  email: 'Email',
  phone: 'Phone',
  fullName: 'Full Name',
  phoneNumber: 'Phone Number',
  submit: 'Submit',
  sent: 'Thank you, we have your message',
  notSent: (reason: string) => `Your message was not sent. ${reason}`,
  noName: 'Please provide your name!',
  noEmail: 'Provide a valid email',
  noPhone: 'Please provide your phone number!',
};
