import { useLayoutEffect } from 'react';
import { data, useLocation } from 'react-router';
import { z } from 'zod/mini';
import { createEmbeddedIdentityClient } from '#features/users/web/session/embedded-identity-client.ts';
import { type IdentityClient, IdentityError } from '#features/users/web/session/identity-client.ts';
import { createKeptSession } from '#features/users/web/session/kept-session.ts';
import { openPersistentStorage } from '#features/users/web/session/persistent-storage.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import type { Send } from '#web/client/api-client.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';

/**
 * What came of a form that no script has sent. `typed` is what it says again, never the password; `session` what the browser
 * is to keep: signing in lives there (decision 2), so the page that answers hands it over to its own scripts.
 */
export type SentForm = {
  typed: { name?: string; email?: string };
  problems?: Record<string, { type: 'server'; message: string }>;
  refusal?: string;
  session?: string;
  isDone?: true;
};

/**
 * Does for a form what the browser's scripts would have done, by the same client of the same calls: they check, count and
 * refuse alike. For the shop's own accounts only; with others' the browser alone signs in.
 */
export async function takeForm<Values>(
  request: Request,
  send: Send,
  rules: z.core.$ZodType<Values>,
  act: (identity: IdentityClient, values: Values) => Promise<void>,
) {
  const sent = Object.fromEntries(await request.formData());
  const typed = typedIn(sent);
  const checked = z.safeParse(rules, sent);
  if (!checked.success) return data<SentForm>({ typed, problems: problemsIn(checked.error) }, 400);
  const storage = openPersistentStorage([]);
  let status = 500;
  const identity = createEmbeddedIdentityClient(storage, async (path, init) => {
    const reply = await send(path, init);
    status = reply.status;
    return reply;
  });
  try {
    await act(identity, checked.data);
  } catch (error) {
    if (!(error instanceof IdentityError)) throw error;
    return data<SentForm>({ typed, refusal: error.message }, status);
  }
  const session = createKeptSession(storage).token();
  return data<SentForm>({ typed, isDone: true, ...(session && { session }) });
}

function typedIn({ name, email }: Record<string, unknown>): SentForm['typed'] {
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
  };
}

function problemsIn({ issues }: z.core.$ZodError): NonNullable<SentForm['problems']> {
  const first = issues.toReversed().map(({ path, message }) => [path.join('.'), { type: 'server', message }]);
  return Object.fromEntries(first);
}

/**
 * Where a form goes that no script has sent: to its own page. With accounts kept elsewhere nowhere, so that it is held back
 * and sent again by the scripts.
 */
export function useFormAddress(): string | undefined {
  const { pathname, search } = useLocation();
  return useShopSettings().identityProvider.kind === 'embedded' ? pathname + search : undefined;
}

/**
 * Keeps the session that the page brings along, before anybody asks whether there is one. Answers whether it is still to be
 * found good.
 */
export function useHandedSession(session: string | undefined): boolean {
  const { status, identity } = useSession();
  useLayoutEffect(() => {
    if (session) identity.keep(session);
  }, [identity, session]);
  return session !== undefined && status === 'loading';
}
