import type { Clock } from '#platform/clock.ts';
import type { Database } from '#platform/database/database.ts';
import type { EmailSettings } from '#platform/email/email-settings.ts';
import { createMailbox } from '#platform/email/mailbox.ts';
import type { Mailer } from '#platform/email/mailer.ts';
import { createSmtpMailer, UnusableCaFile } from '#platform/email/smtp-mailer.ts';
import { StartFailure } from './start-failure.ts';

/** The mailer of the settings. @throws StartFailure when a file that they name cannot be used. */
export async function chooseMailer(
  settings: EmailSettings,
  { db, clock }: { db: Database; clock: Clock },
): Promise<Mailer> {
  if (settings.kind === 'mailbox') return createMailbox({ db, clock });
  try {
    return await createSmtpMailer(settings, { clock });
  } catch (error) {
    throw error instanceof UnusableCaFile ? new StartFailure(error.message) : error;
  }
}
