import { z } from 'zod';
import type { AppContext } from '#features/app-context.ts';
import { emailKind, enqueueEmail } from '#features/emails/email-kind.ts';
import { greeting } from '#features/emails/render-email.ts';
import { findCurrentUser } from '#features/users/store.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { findEndpoint } from './store.ts';
import { webhookEmailTexts as texts } from './texts.ts';

export const webhookEmails = {
  /** Emails an admin that an endpoint was switched off, unless it is on again. */
  off: emailKind(
    'webhook-off',
    z.object({ endpointId: z.string(), userId: z.string() }),
    async ({ db, origin }: AppContext, { endpointId, userId }) => {
      const endpoint = await findEndpoint(db, endpointId);
      const admin = await findCurrentUser(db, userId);
      return endpoint?.off_at && admin?.isAdmin ? { endpoint, admin, origin } : undefined;
    },
    ({ endpoint, admin, origin }, shop) => ({
      to: admin.email,
      subject: texts.subject,
      heading: texts.subject,
      paragraphs: [
        greeting(admin.displayName),
        endpoint.off_reason === 'gone' ? texts.gone : texts.failing,
        texts.text,
      ],
      facts: [[texts.endpoint, endpoint.url] satisfies [string, string]],
      link: { label: texts.link, url: `${origin}/dashboard/webhooks/${endpoint.id}` },
      why: texts.why(shop),
    }),
  ),
};

/** Queues an email to each admin. */
export async function enqueueOffEmails(
  context: Pick<AppContext, 'jobs'>,
  tx: DatabaseTransaction,
  endpointId: string,
): Promise<void> {
  const admins = await tx.selectFrom('users').select('id').where('role', '=', 'admin').execute();
  for (const { id: userId } of admins)
    await enqueueEmail(context, tx, webhookEmails.off, { endpointId, userId });
}
