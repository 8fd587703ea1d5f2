import { readFile } from 'node:fs/promises';
import { getCACertificates } from 'node:tls';
import type { SMTPPoolOptions } from 'nodemailer';
import { cutText } from '#contracts/cut-text.ts';
import type { Clock } from '#platform/clock.ts';
import type { SmtpSettings } from '#platform/config/email-settings.ts';
import { errorCode } from '#platform/errors.ts';
import { type EmailMessage, EmailRefused, type Mailer, MailerUnavailable, threadHeaders } from './mailer.ts';

/** Timeouts of each step. `silence`: between two answers; `whole`: for a whole email. */
export type SmtpTimeLimits = { connectMs: number; greetingMs: number; silenceMs: number; wholeMs: number };

// Wary servers delay the greeting on purpose; RFC 5321, section 4.5.3.2, would wait for minutes, which the
// jobs behind cannot.
const TIME_LIMITS: SmtpTimeLimits = {
  connectMs: 10_000,
  greetingMs: 15_000,
  silenceMs: 30_000,
  wholeMs: 60_000,
};
const CONNECTIONS = 3;
const MAILS_PER_CONNECTION = 100;
/** How long a server that timed out is left alone, so that the workers get to other jobs. */
const REST_MS = 30_000;

/** Exactly one address, with nothing that a mail program or server would take for a second one or for a
 * command. */
const ONE_ADDRESS = /^[^\s\p{Cc},;:<>()[\]"\\]+@[^\s\p{Cc}@,;:<>()"\\]+$/u;

/** A file named in the settings cannot be used. `message` says which, and why. */
export class UnusableCaFile extends Error {
  override readonly name = 'UnusableCaFile';
}

/** Creates a mailer with a few pooled connections; it tries each email once, and the outbox retries. @throws
 * UnusableCaFile */
export async function createSmtpMailer(
  settings: SmtpSettings,
  { clock, timeLimits = TIME_LIMITS }: { clock: Clock; timeLimits?: SmtpTimeLimits },
): Promise<Mailer> {
  // Loaded here, so that a shop that sends no email does not load it.
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ ...(await connectionOptions(settings, timeLimits)), pool: true });
  const { from } = settings;
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  let restsUntil = 0;

  async function handOver(mail: EmailMessage, messageId: string): Promise<void> {
    await transport.sendMail({
      from: { ...from, ...(mail.fromName && { name: mail.fromName }) },
      to: { name: '', address: mail.to },
      ...(mail.replyTo !== undefined &&
        ONE_ADDRESS.test(mail.replyTo) && { replyTo: { name: '', address: mail.replyTo } }),
      envelope: { from: from.address, to: [mail.to] },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      ...(mail.attachments && {
        attachments: mail.attachments.map(({ name, type, bytes }) => ({
          filename: name,
          contentType: type,
          content: bytes,
        })),
      }),
      messageId: `<${messageId}@${domain}>`,
      headers: {
        // Suppresses automatic replies, unless a person has written the email (RFC 3834, section 5).
        'Auto-Submitted': mail.follows ? 'no' : 'auto-generated',
        ...threadHeaders(mail, domain),
        ...mail.headers,
      },
      signal: AbortSignal.timeout(timeLimits.wholeMs),
    });
  }

  return {
    kind: 'smtp',
    summary: `SMTP: ${settings.host}:${settings.port}, ${words[settings.tls]}`,
    async send(mail, messageId) {
      if (!ONE_ADDRESS.test(mail.to)) throw new EmailRefused(NO_ADDRESS);
      if (clock.now().getTime() < restsUntil) {
        throw new MailerUnavailable('the mail server did not answer in time a moment ago');
      }
      try {
        await handOver(mail, messageId);
      } catch (error) {
        if (isTimeout(error)) restsUntil = clock.now().getTime() + REST_MS;
        throw toEmailFailure(error);
      }
    },
    async check() {
      try {
        await transport.verify();
      } catch (error) {
        throw toEmailFailure(error);
      }
      return settings.login ? 'the server takes the login' : 'the server answers';
    },
    async close() {
      transport.close({ force: true });
    },
  };
}

const words: Record<SmtpSettings['tls'], string> = {
  implicit: 'over TLS',
  starttls: 'over TLS by STARTTLS',
  none: 'without TLS',
};

async function connectionOptions(
  { host, port, tls, login, caFile }: SmtpSettings,
  limits: SmtpTimeLimits,
): Promise<SMTPPoolOptions> {
  return {
    host,
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'none',
    tls: { minVersion: 'TLSv1.2', ...(caFile && { ca: [...getCACertificates(), await readCaFile(caFile)] }) },
    ...(login && { auth: { user: login.user, pass: login.password } }),
    maxConnections: CONNECTIONS,
    maxMessages: MAILS_PER_CONNECTION,
    // An interrupted email may have been accepted, so only the outbox sends it again, later.
    maxRequeues: 0,
    connectionTimeout: limits.connectMs,
    dnsTimeout: limits.connectMs,
    greetingTimeout: limits.greetingMs,
    socketTimeout: limits.silenceMs,
    // Shutdown does not wait for the server's goodbye.
    socketCloseTimeout: 0,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

async function readCaFile(path: string): Promise<string> {
  try {
    const text = await readFile(path, 'utf8');
    if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  } catch (error) {
    throw new UnusableCaFile(
      `SMTP_CA_FILE cannot be read: ${error instanceof Error ? error.message : error}`,
    );
  }
  throw new UnusableCaFile(`SMTP_CA_FILE holds no certificate in PEM: ${path}`);
}

type SmtpError = Error & { code?: string; command?: string; response?: string; responseCode?: number };

/** Replies about the sending client, not about the email (RFC 4954, section 6; RFC 3207, section 4). */
const ABOUT_THE_SHOP = new Set([530, 534, 535, 538]);
/** The steps in which a permanent refusal concerns the recipient or the content; in all others it concerns
 * the shop's set-up. */
const ABOUT_THE_MAIL = new Set(['RCPT TO', 'DATA']);
const LONGEST_REPLY = 200;

const MEANINGS: Record<string, string> = {
  ECONNECTION: 'the mail server cannot be reached',
  ESOCKET: 'the mail server cannot be reached',
  EDNS: 'the mail server’s name leads nowhere',
  ETIMEDOUT: 'the mail server did not answer in time',
  ETLS: 'the mail server does not take STARTTLS, which SMTP_TLS asks for',
};

const NO_ADDRESS = 'the address is none that mail can go to';

/** Whether a server, or the connection to it, timed out. */
export function isTimeout(error: unknown): boolean {
  return ['ETIMEDOUT', 'EABORT'].includes(errorCode(error));
}

/** Classifies a failure: a 5yz reply about recipient or content is final (RFC 5321, section 4.2.1); after one
 * about login or sender the email is retried. */
export function toEmailFailure(error: unknown): EmailRefused | MailerUnavailable {
  const failure: SmtpError = error instanceof Error ? error : new Error(String(error));
  const words = describe(failure);
  return isFinal(failure) ? new EmailRefused(words) : new MailerUnavailable(words);
}

function isFinal({ code, command = '', responseCode = 0 }: SmtpError): boolean {
  // The library itself rejects the address, or the email exceeds the server's announced size limit.
  if (responseCode === 0) return (code === 'EENVELOPE' && command === 'API') || code === 'EMESSAGE';
  // 503 concerns the session; a new one may succeed (RFC 5321, section 4.2.4).
  if (responseCode < 500 || responseCode === 503 || ABOUT_THE_SHOP.has(responseCode)) return false;
  return ABOUT_THE_MAIL.has(command);
}

/** Describes the failure in one log line, without any address: replies quote them. */
function describe({ code, command, message, response, responseCode }: SmtpError): string {
  if (code === 'EENVELOPE' && responseCode === undefined) return NO_ADDRESS;
  const meaning = MEANINGS[code ?? ''];
  if (response === undefined || responseCode === undefined)
    return `${meaning ?? code ?? 'error'}: ${withoutAddresses(message)}`;
  if (code === 'ETLS') return `${meaning}: ${withoutAddresses(response)}`;
  const step = command ? ` to ${command}` : '';
  // Replies about a recipient name the address in many ways, so only their codes are logged (RFC 3463).
  const reply = ABOUT_THE_MAIL.has(command ?? '')
    ? (/^\d{3}(?:[ -]\d\.\d{1,3}\.\d{1,3})?/.exec(response)?.[0] ?? String(responseCode))
    : withoutAddresses(response);
  return `the mail server answered${step}: ${reply}`;
}

function withoutAddresses(text: string): string {
  return cutText(text.replace(/\s+/g, ' ').replace(/\S+@\S+/g, '…'), LONGEST_REPLY);
}
