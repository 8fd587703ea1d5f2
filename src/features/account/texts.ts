/** What stands in place of an erased person in orders and reviews. No email can reach the address (RFC 2606,
 * section 2). */
export const ERASED = {
  name: 'Deleted customer',
  email: 'deleted@account.invalid',
  address: 'Deleted address',
  words: 'Deleted with the customer’s account',
} as const;

/** What has to end before an account can be deleted, to its owner, who reads whom to ask for what only staff
 * can do. */
const ownReasons = {
  payment: (order: string) =>
    `A payment for order ${order} is still open. Finish or cancel it, then delete the account.`,
  invoice: (order: string, contact: string) =>
    `The invoice for order ${order} is still open. Pay it, or ask us at ${contact} to withdraw it. Then delete the account.`,
  refund: (order: string, contact: string) =>
    `A refund for order ${order} is still on its way. The account can be deleted once it’s complete. If it takes long, ask us at ${contact}.`,
  unshipped: (order: string) =>
    `Order ${order} is paid and hasn’t been sent yet. The account can be deleted once it has shipped or is canceled.`,
  undoable: (order: string) =>
    `Order ${order} was marked as shipped just now, which staff can still undo. Try again in a minute.`,
};

/** The same to an admin who deletes someone else’s account. */
const reasons: typeof ownReasons = {
  ...ownReasons,
  payment: (order) =>
    `The customer is paying for order ${order}. Wait until that ends, or end it in Manage All Orders under Reserved, then delete the account.`,
  invoice: (order) =>
    `The invoice for order ${order} is still open. Mark it as paid or withdraw it in Invoices, then delete the account.`,
  refund: (order) =>
    `A refund for order ${order} isn’t complete. If it has to be made by hand, mark it as refunded on the order. Then delete the account.`,
  unshipped: (order) =>
    `Order ${order} is paid and hasn’t been sent yet. Ship or cancel it, then delete the account.`,
};

export const accountErasureTexts = {
  ownReasons,
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

/** The email that a copy of a person's data can be downloaded. */
export const exportEmailTexts = {
  subject: 'Your data is ready to download',
  text: (shop: string, until: string) =>
    `The copy of your data at ${shop} is ready. You can download it until ${until}. For your safety, it isn’t attached: log in to get it.`,
  link: 'Go to your data',
  closing: 'If you didn’t ask for this, reply to this email.',
  why: 'You’re receiving this because a copy of the data in your account was requested.',
};

export const exportErrorTexts = {
  oneADay: 'A copy can be made once a day. The last one is still ready to download.',
  noFile: 'There’s no copy of your data to download. Request a new one.',
};

/** What stands in a person's archive besides their data. */
export const exportFileTexts = {
  name: 'my-data.zip',
  readme: `This is a copy of what the shop keeps about you.

Each kind of data is in two files with the same rows: .json for programs, and .csv for spreadsheets. A kind
of data that the shop doesn't have about you has no file. Your invoices and credit notes are in the folder
"invoices", as PDF; pictures and labels of your returns are in the folder "returns", your tax
exemption certificates in "exemption-certificates".

Orders that are "unpaid" are in your cart. "activity" lists what happened in your account and to your orders;
"actor" is who did it: you (user), the staff, or the shop itself. "staff-notes" is what the staff wrote
down about you, without their names. Passwords and other secrets are stored unreadable, and aren't here.
`.replaceAll("'", '’'),
};

export const yourDataTexts = {
  heading: 'Your data',
  lead: 'Download a copy of everything we keep about you: profile, addresses, orders, invoices, messages, and the rest.',
  ask: 'Prepare a copy',
  making: 'We’re preparing your copy. You can leave this page. It’s ready here in a few minutes.',
  readyUntil: (time: string) => `Your copy is ready. You can download it until ${time}.`,
  download: 'Download',
  again: 'Prepare a new copy',
  failed: 'Your copy couldn’t be prepared. Please try again.',
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

/** Refusals about the email of a customer whom staff added. */
export const customerEmailTexts = {
  taken: 'This email already has an account. Order for that customer instead.',
  ownAccount: 'This customer has logged in, so they change their email themselves',
  noEmail: 'This customer has no email. Add it first.',
  verified: 'This email is already verified',
  atFirebase: 'Accounts are kept at Firebase, so this customer signs up or verifies their email themselves',
};
