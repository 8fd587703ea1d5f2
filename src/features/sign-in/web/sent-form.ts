import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useLayoutEffect, useState } from 'react';
import { type FieldErrors, type FieldValues, type Path, useForm } from 'react-hook-form';
import { data, useLocation } from 'react-router';
import { z } from 'zod/mini';
import { exchangeTokenCall } from '#features/users/contract.ts';
import type { SignedIn } from '#features/users/sign-in-contract.ts';
import { createEmbeddedIdentityClient } from '#features/users/web/session/embedded-identity-client.ts';
import type { IdentityClient } from '#features/users/web/session/identity-client.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { createApiClient, errorMessage, ReadableError, type Send } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';

/** State of a form submitted without scripts: `typed` fills the fields again, never the password; the browser
 * stores `token` (decision 2). */
export type SentForm = {
  typed: { name?: string; email?: string };
  problems?: Record<string, { type: 'server'; message: string }>;
  refusal?: string;
  token?: string;
  /** A sign-in that still lacks its second step. */
  asked?: SignedIn;
  isDone?: true;
};

/** Handles a form of the shop's own accounts like its scripts would, with the same calls, which validate,
 * count and refuse alike. */
export async function takeForm<Values>(
  request: Request,
  send: Send,
  rules: z.core.$ZodType<Values>,
  act: (identity: IdentityClient, values: Values) => Promise<SignedIn | undefined>,
) {
  const sent = Object.fromEntries(await request.formData());
  const typed = formFields(sent);
  const checked = z.safeParse(rules, sent);
  if (!checked.success) return data<SentForm>({ typed, problems: problemsIn(checked.error) }, 400);
  let status = 500;
  const api = createApiClient(async (path, init) => {
    const reply = await send(path, init);
    status = reply.status;
    return reply;
  });
  try {
    const signedIn = await act(createEmbeddedIdentityClient(api), checked.data);
    if (!signedIn) return data<SentForm>({ typed, isDone: true });
    if (signedIn.secondFactor.length > 0) return data<SentForm>({ typed, isDone: true, asked: signedIn });
    const headers = { authorization: `Bearer ${signedIn.token}` };
    const { token } = await api.call(exchangeTokenCall, { params: { email: signedIn.email }, headers });
    return data<SentForm>({ typed, isDone: true, token });
  } catch (error) {
    if (!(error instanceof ReadableError)) throw error;
    const field = fieldAtFault(error, checked.data);
    if (field !== undefined) {
      const problem = { type: 'server', message: error.message } as const;
      return data<SentForm>({ typed, problems: { [field]: problem } }, status);
    }
    return data<SentForm>({ typed, refusal: error.message }, status);
  }
}

/** The field of a form that a refusal is about, such as a password that is too common; `undefined` if it is
 * about none of them. */
function fieldAtFault<Values>(error: unknown, values: Values): string | undefined {
  const named = error instanceof ReadableError ? error.field : undefined;
  // The call and the form for a new password name it differently.
  const field = named === 'newPassword' ? 'password' : named;
  return field !== undefined && Object.hasOwn(Object(values), field) ? field : undefined;
}

function formFields({ name, email }: Record<string, unknown>): SentForm['typed'] {
  return {
    ...(typeof name === 'string' && { name }),
    ...(typeof email === 'string' && { email }),
  };
}

function problemsIn({ issues }: z.core.$ZodError): NonNullable<SentForm['problems']> {
  const first = issues.toReversed().map(({ path, message }) => [path.join('.'), { type: 'server', message }]);
  return Object.fromEntries(first);
}

/** The action of a form without scripts: its own page; `undefined` with external accounts. */
function useFormAddress(): string | undefined {
  const { pathname, search } = useLocation();
  return useShopSettings().identityProvider.kind === 'embedded' ? pathname + search : undefined;
}

/** State of an account form. A refusal of a field is shown at it, with the focus; any other inline, with
 * the focus in `focusOn`; `refused` is shown from
 * the start. */
export function useAccountForm<Values extends FieldValues>(
  rules: z.ZodMiniType<Values, Values>,
  {
    sent,
    refused,
    act,
    focusOn,
  }: {
    sent: SentForm | undefined;
    refused?: string | undefined;
    act: (values: Values) => Promise<void>;
    focusOn: Path<Values>;
  },
) {
  const [refusal, setRefusal] = useState(sent ? sent.refusal : refused);
  const { register, handleSubmit, formState, setError, setFocus } = useForm<Values, unknown, Values>({
    resolver: zodResolver(rules),
    ...(sent?.problems && { errors: sent.problems as FieldErrors<Values> }),
  });
  const onSubmit = handleSubmit(async (values) => {
    setRefusal(undefined);
    try {
      await act(values);
    } catch (error) {
      const field = fieldAtFault(error, values);
      if (field !== undefined) {
        setError(field as Path<Values>, { message: errorMessage(error) }, { shouldFocus: true });
        return;
      }
      setRefusal(errorMessage(error));
      setFocus(focusOn);
    }
  });
  return {
    register,
    refusal,
    errors: formState.errors,
    isSubmitting: formState.isSubmitting,
    form: { method: 'post', action: useFormAddress(), noValidate: true, onSubmit, className: 'space-y-4' },
  } as const;
}

/** Takes over the access token that the page includes, or goes on to its second step. Returns
 * whether it is still to be verified. */
export function useHandedSession({ token, asked }: Partial<SentForm> = {}): boolean {
  const { status, keepToken, askFactor } = useSession();
  useLayoutEffect(() => {
    if (token) keepToken(token);
  }, [keepToken, token]);
  const isSettled = status === 'signed-out';
  useEffect(() => {
    if (asked && isSettled) askFactor(asked);
  }, [askFactor, asked, isSettled]);
  return token !== undefined && status === 'loading';
}
