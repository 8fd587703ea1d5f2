import { z } from 'zod';

/** The settings of the mail as they stand in the environment. */
export const mailEnvironment = {
  MAIL: z.enum(['mailbox'], { error: 'must be mailbox' }).default('mailbox'),
};

type Environment = z.infer<z.ZodObject<typeof mailEnvironment>>;

/** Which service is used for mail. */
export type MailSettings = { kind: 'mailbox' };

/** The settings of the mail in the shop's words. */
export function toMailSettings(env: Environment): MailSettings {
  return { kind: env.MAIL };
}
