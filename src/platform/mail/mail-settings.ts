import { z } from 'zod';
import { isEmail } from '#contracts/email.ts';
import { isLoopback } from '../loopback.ts';
import { halfGiven, wholeNumber } from '../settings-fields.ts';

/** How the way to a mail server is protected: from the first byte on, by STARTTLS or not at all, or never. */
const tlsModes = ['implicit', 'starttls', 'none'] as const;

/** Where each of them is offered (RFC 8314, section 7.3; RFC 6409, section 3.1). */
const PORTS = { implicit: 465, starttls: 587, none: 587 };

/** `shop@shop.example`, `Toolyard <shop@shop.example>` or `"Toolyard, Inc." <shop@shop.example>`. */
const SENDER = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>\s]+)>$/;

const sender = z
  .string()
  .trim()
  // A control character, such as a new line, would begin another header.
  .refine((text) => !/\p{Cc}/u.test(text), 'must be on one line')
  .transform((text) => {
    const [, quoted, plain, address] = SENDER.exec(text) ?? [];
    return address === undefined ? { name: '', address: text } : { name: quoted ?? plain ?? '', address };
  })
  .refine(({ address }) => isEmail(address), 'must be an address, such as Toolyard <shop@shop.example>');

/** The settings of the mail as they stand in the environment. */
export const mailEnvironment = {
  MAIL: z.enum(['mailbox', 'smtp'], { error: 'must be mailbox or smtp' }).default('mailbox'),
  MAIL_FROM: sender.optional(),
  SMTP_HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a name or an address, such as mail.shop.example')
    .optional(),
  SMTP_PORT: wholeNumber(1, 65_535).optional(),
  SMTP_TLS: z.enum(tlsModes, { error: 'must be implicit, starttls or none' }).optional(),
  SMTP_USER: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_CA_FILE: z.string().optional(),
};

type Environment = z.infer<z.ZodObject<typeof mailEnvironment>>;

/** A mail server to hand mails to. */
export type SmtpSettings = {
  kind: 'smtp';
  host: string;
  port: number;
  tls: (typeof tlsModes)[number];
  login: { user: string; password: string } | undefined;
  /** A file of certificates, in PEM, that the server's is checked against besides those that Node comes with. */
  caFile: string | undefined;
  from: { name: string; address: string };
};

/** Which service is used for mail. */
export type MailSettings = { kind: 'mailbox' } | SmtpSettings;

/** What is wrong with settings of the mail that are each right. */
export function mailProblems(env: Environment, { mode }: { mode: 'trial' | 'live' }): string[] {
  if (env.MAIL !== 'smtp') return [];
  const { SMTP_HOST: host } = env;
  const isOpen = toTls(env) === 'none' && mode === 'live' && host !== undefined && !isLoopback(host);
  const problems = [
    !host && 'SMTP_HOST is missing: MAIL=smtp needs it',
    !env.MAIL_FROM && 'MAIL_FROM is missing: MAIL=smtp needs it',
    ...halfGiven(env, 'SMTP_USER', 'SMTP_PASSWORD'),
    isOpen && 'SMTP_TLS must not be none in live mode, unless SMTP_HOST is this machine',
    env.SMTP_CA_FILE && toTls(env) === 'none' && 'SMTP_CA_FILE has no use: SMTP_TLS is none',
  ];
  return problems.filter((problem) => typeof problem === 'string');
}

/** The settings of the mail in the shop's words; `mailProblems` has found nothing. */
export function toMailSettings(env: Environment): MailSettings {
  const { SMTP_HOST: host, SMTP_USER: user, SMTP_PASSWORD: password, MAIL_FROM: from } = env;
  if (env.MAIL !== 'smtp' || host === undefined || from === undefined) return { kind: 'mailbox' };
  const tls = toTls(env);
  return {
    kind: 'smtp',
    host,
    port: env.SMTP_PORT ?? PORTS[tls],
    tls,
    login: user !== undefined && password !== undefined ? { user, password } : undefined,
    caFile: env.SMTP_CA_FILE,
    from,
  };
}

function toTls(env: Environment): SmtpSettings['tls'] {
  return env.SMTP_TLS ?? (env.SMTP_PORT === PORTS.implicit ? 'implicit' : 'starttls');
}
