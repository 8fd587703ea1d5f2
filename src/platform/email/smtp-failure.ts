import { MailerUnavailable, MailRefused } from './mailer.ts';

/** What the library says of a failure (nodemailer, `lib/errors`): what went wrong, and the server's reply if there was one. */
type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** Replies that are about who hands the mail over, not about the mail (RFC 4954, section 6; RFC 3207, section 4). */
const ABOUT_THE_SHOP = new Set([530, 534, 535, 538]);
/** The steps in which a lasting refusal is one of the recipient or of what is written; all others are the shop's set-up. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
const LONGEST_REPLY = 200;

/** What the library's codes mean, for whoever has set the server up. */
const MEANINGS: Record<string, string> = {
  ECONNECTION: 'the mail server cannot be reached',
  ESOCKET: 'the mail server cannot be reached',
  EDNS: 'the mail server’s name leads nowhere',
  ETIMEDOUT: 'the mail server did not answer in time',
  ETLS: 'the mail server does not take STARTTLS, which SMTP_TLS asks for',
};

/** What is said of an address that no server would be asked about. */
export const NO_ADDRESS = 'the address is none that mail can go to';

/** Whether a server, or the way to it, was too slow. */
export function isTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ETIMEDOUT' || error.code === 'EABORT');
}

/**
 * Tells a mail that no further try will bring over from one that is to be tried again. A 5yz reply to the recipient or
 * to the mail itself is final (RFC 5321, section 4.2.1); one to the login or to the sender says that the shop's settings
 * are wrong, and the mail waits until they are mended.
 */
export function toMailFailure(error: unknown): MailRefused | MailerUnavailable {
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error));
  const words = describe(failure);
  return isFinal(failure) ? new MailRefused(words) : new MailerUnavailable(words);
}

function isFinal({ code, command = '', responseCode = 0 }: SmtpError): boolean {
  // The library itself does not take the address, or the mail is larger than the server says it takes.
  if (responseCode === 0) return (code === 'EENVELOPE' && command === 'API') || code === 'EMESSAGE';
  // 503 is about the session; a new one may do (RFC 5321, section 4.2.4).
  if (responseCode < 500 || responseCode === 503 || ABOUT_THE_SHOP.has(responseCode)) return false;
  return ABOUT_THE_MAIL.has(command);
}

/** The failure in a line for the log, which holds nobody's address: replies quote them. */
function describe({ code, command, message, response, responseCode }: SmtpError): string {
  if (code === 'EENVELOPE' && responseCode === undefined) return NO_ADDRESS;
  const meaning = MEANINGS[code ?? ''];
  if (response === undefined || responseCode === undefined)
    return `${meaning ?? code ?? 'error'}: ${withoutAddresses(message)}`;
  if (code === 'ETLS') return `${meaning}: ${withoutAddresses(response)}`;
  const step = command ? ` to ${command}` : '';
  // Replies about a recipient name them in many ways, so only the numbers of these are kept (RFC 3463).
  const reply = ABOUT_THE_MAIL.has(command ?? '')
    ? (/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? String(responseCode))
    : withoutAddresses(response);
  return `the mail server answered${step}: ${reply}`;
}

function withoutAddresses(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\S+@\S+/g, '…')
    .slice(0, LONGEST_REPLY);
}
