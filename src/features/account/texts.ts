/** What stands in place of an erased person in orders and reviews. No email can reach the address (RFC 2606,
 * section 2). */
export const ERASED = {
  name: 'Deleted customer',
  email: 'deleted@account.invalid',
  address: 'Deleted address',
} as const;

const reasons = {
  payment: (order: string) =>
    `A payment for order ${order} is still open. Finish or cancel it, then delete the account.`,
  refund: (order: string) =>
    `A refund for order ${order} is still on its way. The account can be deleted once it’s complete.`,
  unshipped: (order: string) =>
    `Order ${order} is paid and hasn’t been sent yet. The account can be deleted once it has shipped or is canceled.`,
};

export const accountErasureTexts = {
  reasons,
  adminBySettings: 'This admin is set by SHOP_ADMIN_EMAIL, so the account can’t be deleted here',
};

/** The last email to an erased account's address. */
export const erasedEmailTexts = {
  subject: 'Your account was deleted',
  text: (shop: string) =>
    `Your account at ${shop} was deleted, along with the personal data in it. Orders stay in our books without your name, email, phone, and address. Invoices stay as they were issued, because the law requires it.`,
  closing: 'If you didn’t ask for this, reply to this email.',
  why: 'You’re receiving this because an account with this email was deleted.',
};

export const deleteAccountTexts = {
  heading: 'Delete your account',
  lead: 'This deletes your profile, addresses, saved lists, messages, and cart right away. It can’t be undone.',
  stays:
    'Past orders stay in our books without your name, email, phone, and address. Your reviews stay without your name. Invoices stay as they were issued, because the law requires it.',
  open: 'If you have an open payment, a refund on its way, or a paid order that hasn’t been sent, that needs to finish first.',
  button: 'Delete account',
  ask: 'Delete your account?',
  confirm: (email: string) => `The account of ${email} and the personal data in it will be gone for good.`,
  done: 'Your account was deleted',
};
