/** The trial mailbox. */
export const mailboxTexts = {
  title: 'Mailbox',
  description: 'Every mail that this shop sent, in trial mode.',
  lead: 'This shop runs in trial mode: its mails are kept here instead of being sent.',
  refresh: 'Look for new mail',
  list: 'Mails',
  mail: 'Mail',
  /** Before an address. */
  to: 'To',
  parts: 'Part of the mail',
  part: { html: 'HTML', text: 'Text' },
  htmlPart: 'The mail’s HTML part',
  empty: {
    title: 'No mail yet',
    text: 'Sign up, order a tool or ask for a new password: what the shop writes about it comes in here.',
  },
  none: {
    title: 'There is no mailbox here',
    text: 'This shop sends its mails for real. They arrive in the mailboxes of the people they are for.',
  },
  closed: {
    title: 'The mailbox isn’t shown here',
    text: 'It is open to the machine that the shop runs on, and to the shop’s admins after they log in.',
  },
};
