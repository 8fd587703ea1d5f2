// As `input type=email` (HTML, "valid e-mail address"), with a dot in the domain: no
// address is at a bare top-level one.
const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
const LOCAL_PART = "[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+";

/** An email address, trimmed and in lower case (decision 22). Without zod, which the home
 * page would carry for it alone. */
export const emailPattern = new RegExp(`^${LOCAL_PART}@${LABEL}(?:\\.${LABEL})+$`);

/** The longest address that mail can be sent to (RFC 5321, section 4.5.3.1.3, less the brackets). */
export const MAX_EMAIL_LENGTH = 254;

/** Whether what was typed is an email address, however it is cased and whatever space is round it. */
export function isEmail(typed: string): boolean {
  const email = typed.trim();
  return email.length <= MAX_EMAIL_LENGTH && emailPattern.test(email);
}
