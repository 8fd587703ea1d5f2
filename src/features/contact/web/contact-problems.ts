import { isEmail } from '#contracts/email.ts';
import { contactFormTexts } from '#features/contact/texts.ts';

/** The fields of the contact form. */
export type ContactField = 'name' | 'email' | 'phone' | 'message';

/** What was typed into the contact form. */
export type ContactValues = Record<ContactField, string>;

/** What is wrong, by field; a field that is right is left out. */
export type ContactProblems = Partial<Record<ContactField, string>>;

/** What a sent form says. */
export function readContact(sent: FormData): ContactValues {
  const read = (name: ContactField) => String(sent.get(name) ?? '');
  return { name: read('name'), email: read('email'), phone: read('phone'), message: read('message') };
}

/** A first look at what was typed, in the words of the contract; the server has the last one. */
export function contactProblems({ name, email, phone }: Omit<ContactValues, 'message'>): ContactProblems {
  const problems: ContactProblems = {};
  if (!name.trim()) problems.name = contactFormTexts.noName;
  if (!isEmail(email)) problems.email = contactFormTexts.noEmail;
  if (!phone.trim()) problems.phone = contactFormTexts.noPhone;
  return problems;
}

/** Whether an error reply's `field` names a field of the form. */
export function isContactField(field: string | undefined): field is ContactField {
  return field === 'name' || field === 'email' || field === 'phone' || field === 'message';
}
