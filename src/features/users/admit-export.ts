import type { FastifyRequest } from 'fastify';
import type { AppContext } from '#features/app-context.ts';
import { assertFreshSignIn, requireUser } from './authorise.ts';
import { type SafetyEvent, tellPerson } from './safety-emails.ts';
import { hasVerifiedAddress } from './store.ts';

/** Admits a person who exports all data, and emails them (decision 108). An API key was made with a fresh
 * sign-in, of which its owner was emailed. @throws AppError fresh_sign_in_needed */
export async function admitExport(
  context: AppContext,
  request: FastifyRequest,
  event: Extract<SafetyEvent, `${string}_exported` | 'data_downloaded'>,
): Promise<void> {
  if (request.apiKeyId !== null) return;
  const currentUser = requireUser(request);
  assertFreshSignIn(context, currentUser);
  const { email } = currentUser;
  if (await hasVerifiedAddress(context.db, currentUser))
    await tellPerson(context, context.db, email, { event, by: email });
}
