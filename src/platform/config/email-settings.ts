import { z } from 'zod';
import { isEmail } from '#contracts/email.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { mode, weigh, wholeNumber } from './settings-fields.ts';

/** How the connection to a mail server is encrypted: from the first byte, by mandatory STARTTLS, or not. */
const tlsModes = ['implicit', 'starttls', 'none'] as const;

/** The default port of each mode (RFC 8314, section 7.3; RFC 6409, section 3.1). */
const PORTS = { implicit: 465, starttls: 587, none: 587 };

/** `shop@shop.example`, `Toolyard <shop@shop.example>` or `"Toolyard, Inc." <shop@shop.example>`. */
const SENDER = /^(?:"([^"\\]*)"|([^"<>]*?))\s*<([^<>\s]+)>$/;

const sender = z
  .string()
  .trim()
  // A control character, such as a line break, would begin another header.
  .refine((text) => !/\p{Cc}/u.test(text), 'must be on one line')
  .transform((text) => {
    const [, quoted, plain, address] = SENDER.exec(text) ?? [];
    return address === undefined ? { name: '', address: text } : { name: quoted ?? plain ?? '', address };
  })
  .refine(({ address }) => isEmail(address), 'must be an address, such as shop@shop.example');

type EmailSettings = z.output<typeof emailSettings>;

/** A mail server for outgoing email. `caFile`: certificates, in PEM, trusted besides those that Node
 * includes. */
export type SmtpSettings = Extract<EmailSettings, { kind: 'smtp' }>;

export const emailSettings = z
  .object({
    SHOP_MODE: mode,
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
  })
  .transform((env, context) => {
    const { refuse, need, pair } = weigh(env, context);
    const isLive = env.SHOP_MODE === 'live';
    if (env.MAIL === 'mailbox') {
      if (isLive) refuse('MAIL', 'must not be mailbox in live mode: no email would be sent');
      return { kind: 'mailbox' as const };
    }
    const tls = env.SMTP_TLS ?? (env.SMTP_PORT === PORTS.implicit ? 'implicit' : 'starttls');
    const host = need('SMTP_HOST', 'MAIL=smtp');
    const from = need('MAIL_FROM', 'MAIL=smtp');
    const [user, password] = pair('SMTP_USER', 'SMTP_PASSWORD') ?? [];
    if (isLive && tls === 'none' && host !== undefined && !isLoopback(host))
      refuse('SMTP_TLS', 'must not be none in live mode, unless SMTP_HOST is this machine');
    if (env.SMTP_CA_FILE && tls === 'none') refuse('SMTP_CA_FILE', 'is not used: SMTP_TLS is none');
    return {
      kind: 'smtp' as const,
      host,
      port: env.SMTP_PORT ?? PORTS[tls],
      tls,
      login: user !== undefined && password !== undefined ? { user, password } : undefined,
      caFile: env.SMTP_CA_FILE,
      from,
    };
  });
