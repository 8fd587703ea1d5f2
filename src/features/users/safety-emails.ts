import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind, enqueueEmail } from '#features/emails/email-kind.ts';
import { emailFrameTexts } from '#features/emails/texts.ts';
import { currentActor } from '#platform/actor.ts';
import type { Database } from '#platform/database/database.ts';
import { safetyEventTexts, safetyEmailTexts as texts } from './texts/safety.ts';

export type SafetyEvent = keyof typeof safetyEventTexts;
const safetyEvents = Object.keys(safetyEventTexts) as SafetyEvent[];

/** Holds all that the email needs: the action could be undone before the email is composed. */
const aboutSchema = z.object({
  to: z.string(),
  event: z.enum(safetyEvents),
  person: z.optional(z.string()),
  endpoint: z.optional(z.string()),
  by: z.string(),
  at: z.iso.datetime(),
});

export const safetyEmails = {
  /** Something that outlasts a session was made or changed, or all data was exported (decision 108). */
  event: emailKind(
    'safety',
    aboutSchema,
    ({ origin }, about) => ({ ...about, origin }),
    ({ to, event, person, endpoint, by, origin }: z.infer<typeof aboutSchema> & { origin: string }, shop) => {
      const { subject, text } = safetyEventTexts[event];
      return {
        to,
        subject,
        heading: subject,
        paragraphs: [emailFrameTexts.helloNobody, text],
        facts: [
          ...(person === undefined ? [] : [[texts.person, person] satisfies [string, string]]),
          ...(endpoint === undefined ? [] : [[texts.endpoint, endpoint] satisfies [string, string]]),
          [texts.by, by],
        ],
        link: { label: texts.link, url: `${origin}/dashboard/security` },
        closing: texts.closing,
        why: texts.why(shop),
      };
    },
  ),
};

type About = { event: SafetyEvent; person?: string; endpoint?: string };

/** Queues an email to every admin, and to the `person` whose role it is about. */
export async function tellAdmins(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  db: Database,
  about: About,
): Promise<void> {
  const people = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('email_verified', '=', true)
    .where(({ eb, or }) => or([eb('role', '=', 'admin'), eb('email', '=', about.person ?? null)]))
    .orderBy('id')
    .execute();
  const { userId } = currentActor();
  const acting =
    userId === undefined
      ? undefined
      : await db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
  const by = acting?.email ?? texts.commandLine;
  for (const { email } of people) if (email !== null) await tellPerson(context, db, email, { ...about, by });
}

/** Queues an email to one person. */
export async function tellPerson(
  context: Pick<AppContext, 'clock' | 'jobs'>,
  db: Database,
  to: string,
  about: About & { by: string },
): Promise<void> {
  await enqueueEmail(context, db, safetyEmails.event, {
    ...about,
    to,
    at: context.clock.now().toISOString(),
  });
}
