// As `input type=email` (HTML, "valid e-mail address"), with a dot required in the domain: no address is
// directly at a top-level domain.
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const LOCAL_PART = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+";

/** An email address, trimmed and in lower case. Not in zod, which would enlarge the home page
 * for this alone. */
export const emailPattern = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})+$`);

/** Maximum length of an email address (RFC 5321, section 4.5.3.1.3, less the brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** The address that stands for a customer without one, whom staff opened: no mail reaches `.invalid`
 * (RFC 2606), and nobody signs up with it. */
export const withoutEmail = (userId: string) => `${userId}${NOWHERE}`;
const NOWHERE = '@no-email.invalid';

/** Whether an address stands for a customer without one. */
export const hasNoEmail = (email: string) => email.endsWith(NOWHERE);

/** Whether a typed text is an email address, ignoring case and surrounding space. */
export function isEmail(typed: string): boolean {
  const email = typed.trim();
  return email.length <= MAX_EMAIL_LENGTH && emailPattern.test(email);
}
