import type { Clock } from '#platform/clock.ts';
import { askProvider, ProviderTrouble } from '#platform/identity/ask-provider.ts';
import { readDisplayName } from '#platform/identity/display-name.ts';
import type { FirebaseSettings } from '#platform/identity/identity-settings.ts';
import { createServiceAccountToken } from './service-account-token.ts';

/** How an account stands at Firebase. Whoever signed in before `validSinceSeconds` is signed out. */
export type FirebaseAccount = {
  validSinceSeconds: number;
  email: string | undefined;
  emailVerified: boolean;
  displayName: string | undefined;
};

/** What only an administrator of the Firebase project may do. Every method is a network call. @throws ProviderTrouble */
export type FirebaseAccounts = {
  /** `undefined` once the account is gone or disabled. */
  find(subject: string): Promise<FirebaseAccount | undefined>;
  /** Changes an account; one that is gone stays gone. */
  update(subject: string, change: { displayName: string } | { validSinceSeconds: number }): Promise<void>;
};

/**
 * The accounts of a project, by Google's REST calls
 * (https://cloud.google.com/identity-platform/docs/reference/rest/v1/projects.accounts).
 * `undefined` without a service account, unless an emulator stands in for Google, to whom anybody is its owner.
 */
export function createFirebaseAccounts(
  { projectId, serviceAccount, emulator }: FirebaseSettings,
  clock: Clock,
): FirebaseAccounts | undefined {
  if (!serviceAccount && !emulator) return undefined;
  const host = emulator
    ? `${emulator}/identitytoolkit.googleapis.com`
    : 'https://identitytoolkit.googleapis.com';
  const project = `${host}/v1/projects/${encodeURIComponent(projectId)}`;
  const token =
    serviceAccount && !emulator ? createServiceAccountToken(serviceAccount, clock) : async () => 'owner';

  async function call(method: 'lookup' | 'update', body: object) {
    const answer = await askProvider(`${project}/accounts:${method}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
      body: JSON.stringify(body),
    });
    const isGone = answer.status === 400 && JSON.stringify(answer.body).includes('USER_NOT_FOUND');
    if (answer.status !== 200 && !isGone)
      throw new ProviderTrouble('nonsense', new Error(`accounts:${method} answered ${answer.status}`));
    return answer.body;
  }

  return {
    async find(subject) {
      const { users } = await call('lookup', { localId: [subject] });
      return Array.isArray(users) ? readAccount(users[0]) : undefined;
    },
    async update(subject, change) {
      const fields = 'displayName' in change ? change : { validSince: String(change.validSinceSeconds) };
      await call('update', { localId: subject, ...fields });
    },
  };
}

function readAccount(user: Record<string, unknown> | undefined): FirebaseAccount | undefined {
  if (!user || user.disabled === true) return undefined;
  const { validSince, email, emailVerified, displayName } = user;
  return {
    validSinceSeconds: Number(validSince ?? 0) || 0,
    email: typeof email === 'string' ? email.toLowerCase() : undefined,
    emailVerified: emailVerified === true,
    displayName: readDisplayName(displayName),
  };
}
