export const mailboxTexts = {
  title: 'Mailbox',
  description: 'Every email this shop has sent in trial mode.',
  lead: 'This shop is in trial mode, so its emails are kept here instead of being sent.',
  refresh: 'Check for new email',
  list: 'Emails',
  mail: 'Email',
  /** Label of the recipient. */
  to: 'To',
  replyTo: 'Reply to',
  parts: 'Part of the email',
  part: { html: 'HTML', text: 'Text' },
  htmlPart: 'HTML part of the email',
  empty: {
    title: 'No emails yet',
    text: 'Sign up, order a tool, or reset your password. The emails will show up here.',
  },
  none: {
    title: 'This shop has no mailbox page',
    text: 'This shop sends real email, straight to its customers’ inboxes.',
  },
  closed: {
    title: 'The mailbox isn’t shown here',
    text: 'Open it on the machine the shop runs on, or log in as an admin.',
  },
};
