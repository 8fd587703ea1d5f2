/** What a shop's admins, or whoever did it, are told of by email: it outlasts a session, or takes data out of
 * the shop. The code in the job, the subject, and what it means. */
export const safetyEventTexts = {
  admin_added: {
    subject: 'A new admin was added',
    text: 'Admins can change everything in the shop, including prices, refunds, and other people’s roles.',
  },
  staff_added: {
    subject: 'A new staff member was added',
    text: 'Staff can see orders and customers, ship, and refund.',
  },
  person_invited: {
    subject: 'Someone was invited to the team',
    text: 'They get a role once they accept by the link we emailed them, and their email is verified. All Users lists who is invited.',
  },
  role_removed: {
    subject: 'A role was removed',
    text: 'This person can no longer use the parts of the dashboard that are for staff or admins.',
  },
  bank_changed: {
    subject: 'The bank details were changed',
    text: 'Invoices from now on ask buyers to pay to the account that’s now in the settings.',
  },
  security_changed: {
    subject: 'The security settings were changed',
    text: 'They say who needs two-step verification to log in, and which refunds need a fresh login.',
  },
  webhook_added: {
    subject: 'A webhook endpoint was added',
    text: 'The shop now sends the chosen events to this address. They can include orders and customers.',
  },
  webhook_changed: {
    subject: 'A webhook endpoint was changed',
    text: 'The shop now sends the chosen events to this address. They can include orders and customers.',
  },
  webhook_secret_replaced: {
    subject: 'A webhook secret was replaced',
    text: 'Events are now signed with the new secret. The old one works for one more day.',
  },
  orders_exported: { subject: 'Orders were exported', text: 'Your account downloaded orders as a file.' },
  users_exported: { subject: 'Users were exported', text: 'Your account downloaded users as a file.' },
  invoices_exported: {
    subject: 'Invoices were exported',
    text: 'Your account downloaded invoices as a file.',
  },
  data_downloaded: {
    subject: 'The copy of your data was downloaded',
    text: 'Someone logged in to your account downloaded everything we keep about you.',
  },
};

export const safetyEmailTexts = {
  person: 'Person',
  endpoint: 'Endpoint',
  by: 'By',
  commandLine: 'Someone on the server’s command line',
  link: 'Login and security',
  closing: 'If you didn’t expect this, log out everywhere and change your password right away.',
  why: (shop: string) => `You received this because you have an account at ${shop}.`,
};
