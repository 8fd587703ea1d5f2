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
  tooManyAnswers: (most: number) => `There are already ${most} replies, which is the limit`,
};

/** The emails that notify the shop of a message, and that send an answer. */
export const contactEmailTexts = {
  subject: (name: string) => `${name} wants to get in touch`,
  text: 'Someone filled out the Get In Touch form. Reply in the dashboard, where all staff can see it, or reply to this email.',
  name: 'Full Name',
  email: 'Email',
  phone: 'Phone Number',
  message: 'Message',
  link: 'Open the message',
  answerSubject: (shop: string) => `Re: Your message to ${shop}`,
  answerHeading: 'Our reply to your message',
  writeBack: 'Just reply to this email to write back.',
  whyAnswer: 'You’re getting this email because you sent us a message through the Get In Touch form.',
};
