export const contactFormTexts = {
  heading: 'Get In Touch',
  address: 'Address',
  email: 'Email',
  phone: 'Phone',
  fullName: 'Full Name',
  phoneNumber: 'Phone Number',
  message: 'Message (optional)',
  submit: 'Submit',
  notSent: (reason: string) => `Your message wasn’t sent. ${reason}`,
  noName: 'Please provide your name!',
  noEmail: 'Provide a valid email',
  noPhone: 'Please provide your phone number!',
};

export const contactErrorTexts = {
  noSuchMessage: 'We can’t find that message',
  tooManyAnswers: (most: number) => `There are ${most} answers already, and there can be no more`,
};

/** The emails that notify the shop of a message, and that send an answer. */
export const contactEmailTexts = {
  subject: (name: string) => `${name} wants to get in touch`,
  text: 'Someone filled out the Get In Touch form. Answer them in the dashboard, where all staff see it, or reply to this email.',
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone Number',
  message: 'Message',
  link: 'Open the message',
  answerSubject: (shop: string) => `Re: Your message to ${shop}`,
  answerHeading: 'Our answer to your message',
  writeBack: 'Just reply to this email to write back.',
  whyAnswer: 'You left us a message through the Get In Touch form.',
};
