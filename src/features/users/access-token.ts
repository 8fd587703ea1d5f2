import { sql } from 'kysely';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import type { Actor } from '#platform/actor.ts';
import type { Identity } from '#platform/identity/identity-provider.ts';
import {
  claimIdToken,
  deleteOldSessions,
  hashToken,
  isPassed,
  openSession,
  startSession,
} from '#platform/identity/sessions.ts';
import { errorTexts } from '#texts/errors.ts';
import { giveRole } from './manage-users.ts';
import { type CurrentUser, lockAddress, saveIdentity, selectCurrentUser, toCurrentUser } from './store.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

/** A session ends at the latest this long after it began, however much it is used. */
const LONGEST_MS = 180 * DAY_MS;

/** The last use of a session is noted at most this often. */
const NOTED_MS = 5 * 60_000;

/** How many of an account's sessions its owner sees. */
const MOST_LISTED = 100;

/** Exchanges the proof of a sign-in, once, for an access token, which is the session (decision 11). @throws
 * AppError `not_signed_in` if it does not prove `email`; AccountError `second_factor_needed` */
export async function exchangeToken(
  context: AppContext,
  { email, proof }: { email: string; proof: string | undefined },
): Promise<{ token: string; account: { email: string; displayName: string; emailVerified: boolean } }> {
  const { identityProvider, embeddedIdentity, clock } = context;
  const refuse = () => new AppError('not_signed_in', errorTexts.signIn);
  const identity = proof ? await identityProvider.verifyProof(proof) : undefined;
  if (!proof || identity?.email !== email) throw refuse();
  const token = await context.db.transaction().execute(async (tx) => {
    await lockAddress(tx, email);
    // The account may have changed its address meanwhile; this one would come back.
    const current = embeddedIdentity ? await embeddedIdentity.verifyProof(proof, tx) : identity;
    if (current?.email !== email) throw refuse();
    const { provedAt, ...facts } = current;
    const userId = await saveIdentity(tx, facts);
    if (isConfiguredAdmin(context, facts)) await giveRole(context, tx, userId, 'admin');
    const now = clock.now();
    if (embeddedIdentity) return openSession(tx, proof, now);
    if (!(await claimIdToken(tx, proof, now))) throw refuse();
    return openSession(tx, await startSession(tx, { subject: facts.subject, now, provedAt }), now);
  });
  if (!token) throw refuse();
  const { displayName, emailVerified } = identity;
  return { token, account: { email, displayName, emailVerified } };
}

/** Whether this is the configured admin, with an address that the provider has verified. */
function isConfiguredAdmin({ config }: AppContext, { email, emailVerified }: Identity): boolean {
  return emailVerified && config.admin?.email === email;
}

/** Whether a session of `users` is open: no proof, not ended by its age, and with its second factor. */
function isOpen({ clock, config }: Pick<AppContext, 'clock' | 'config'>) {
  const since = (ageMs: number) => new Date(clock.now().getTime() - ageMs);
  const { idleMs, staffIdleMs } = config.sessions;
  return sql<boolean>`sessions.opened_at is not null and sessions.started_at > ${since(LONGEST_MS)}
    and sessions.used_at > case when users.role <> 'user' then ${since(staffIdleMs)}::timestamptz
      else ${since(idleMs)}::timestamptz end
    and ${isPassed}`;
}

/** An account's open sessions, last used first. */
export function listSessions(context: Pick<AppContext, 'db' | 'clock' | 'config'>, subject: string) {
  return context.db
    .selectFrom('users')
    .innerJoin('sessions', 'sessions.subject', 'users.subject')
    .select(['sessions.id', 'user_agent', 'network', 'started_at', 'used_at'])
    .where('users.subject', '=', subject)
    .where(isOpen(context))
    .orderBy('used_at', 'desc')
    .orderBy('sessions.id')
    .limit(MOST_LISTED)
    .execute();
}

/** Finds the user whose session an access token is; `undefined` once it has ended, however it ended. Notes
 * its use, from `device`. */
export async function findUserOfToken(
  context: Pick<AppContext, 'db' | 'clock' | 'config' | 'identityProvider'>,
  token: string,
  device: Actor['device'],
): Promise<CurrentUser | undefined> {
  const { db, clock, identityProvider } = context;
  const row = await selectCurrentUser(db)
    .innerJoin('sessions', 'sessions.subject', 'users.subject')
    .select(['sessions.id as sessionId', 'sessions.proved_at as provedAt', 'sessions.used_at as usedAt'])
    .where('sessions.token_hash', '=', hashToken(token))
    .where(isOpen(context))
    .executeTakeFirst();
  const user = row && toCurrentUser(row);
  if (!user || !(await identityProvider.isStanding(user.subject, row.provedAt))) return undefined;
  const { sessionId, provedAt, usedAt } = row;
  const now = clock.now();
  const notedAt = new Date(now.getTime() - NOTED_MS);
  if (usedAt < notedAt)
    await db
      .updateTable('sessions')
      .set({ used_at: now, ...device })
      .where('id', '=', sessionId)
      .where('used_at', '<', notedAt)
      .execute();
  return { ...user, sessionId, provedAt };
}

/** Deletes sessions that have ended by their age, and sign-ins that were given up. */
export async function forgetOldSessions({ db, clock, config }: AppContext): Promise<void> {
  const now = clock.now();
  await deleteOldSessions(db, now, new Date(now.getTime() - config.sessions.idleMs));
}
