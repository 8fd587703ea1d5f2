import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import {
  type ActionFunctionArgs,
  Link,
  PrefetchPageLinks,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { askedToolTexts } from '#features/catalogue/texts/tool.ts';
import { accountTexts, toolAheadTexts } from '#features/sign-in/texts.ts';
import { loginSchema } from '#features/users/contract.ts';
import { isAdminCall } from '#features/users/roles-contract.ts';
import { loginPath, PageLoader, safeReturnPath } from '#features/users/web/session/require-sign-in.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { type ApiClient, errorMessage } from '#ui/client/api-client.ts';
import { sendContext, useShop, useShopSettings } from '#ui/client/load-context.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Redirect } from '#ui/redirect.tsx';
import { EmailField, GoogleButton, PasskeyButton, PasswordField } from './account-fields.tsx';
import type { loader } from './auth-layout.tsx';
import { AuthLayout, ErrorText } from './auth-layout.tsx';
import { createPasskeyOffer } from './passkey-offer.ts';
import { takeForm, useAccountForm, useHandedSession } from './sent-form.ts';

const { login: texts, fields } = accountTexts;

export { clientLoader, loader } from './auth-layout.tsx';

export const action = ({ request, context }: ActionFunctionArgs) =>
  takeForm(request, context.get(sendContext), loginSchema, (identity, { email, password }) =>
    identity.signIn(email, password),
  );

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Returns the page after login: the one that the user came from, else `/`, or the set-up guide for an admin
 * whose guide is open. `undefined` until that is known. */
function useNextPage(from: string | null): string | undefined {
  const { user, api } = useSession();
  const email = user?.email;
  const start = useQuery({
    queryKey: ['start', email],
    enabled: email !== undefined && from === null,
    gcTime: 0,
    queryFn: () => findStart(api, email ?? '').catch(() => '/'),
  });
  return from === null ? start.data : safeReturnPath(from);
}

async function findStart(api: ApiClient, email: string): Promise<string> {
  const { admin } = await api.call(isAdminCall, { params: { email } });
  if (!admin) return '/';
  const call = import('#features/setup-guide/contract.ts').then(({ getSetupGuideCall }) => getSetupGuideCall);
  const { shown, isFinished } = await api.call(call, {});
  return shown && !isFinished ? '/dashboard/overview' : '/';
}

/** Offers passkeys among the browser's suggestions for the email once the page is idle, where the browser
 * can. Returns why the chosen one was refused. */
function useOfferedPasskeys(isWanted: boolean): string | undefined {
  const { loadIdentity, signInBy, wrapSignIns } = useSession();
  const [refusal, setRefusal] = useState<string>();
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let withdraw = () => {};
    const { offer, whileWithdrawn } = createPasskeyOffer(
      async (signal) => (await loadIdentity()).choosePasskey(signal),
      signInBy,
    );
    async function start() {
      const canOffer = await globalThis.PublicKeyCredential?.isConditionalMediationAvailable?.();
      if (!canOffer || isOver) return;
      wrapSignIns(whileWithdrawn);
      withdraw = offer((error) => setRefusal(error ? errorMessage(error) : undefined));
    }
    // Safari has no idle callbacks.
    (globalThis.requestIdleCallback ?? setTimeout)(() => void start());
    return () => {
      isOver = true;
      withdraw();
    };
  }, [isWanted, loadIdentity, signInBy, wrapSignIns]);
  return refusal;
}

/** Fetched only by those who have one. */
const SecondStep = lazy(() => import('./second-step.tsx'));

/** Login; goes on to the page that `useNextPage` returns. The form stays until that page has loaded. */
export default function Login() {
  const { tool } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const { status, asked, signIn } = useSession();
  const [search] = useSearchParams();
  const { form, register, errors, refusal, isSubmitting } = useAccountForm(loginSchema, {
    sent,
    act: ({ email, password }) => signIn(email, password),
    focusOn: 'password',
  });
  const from = search.get('from');
  const shop = useShop().name;
  const hasPasskeys = useShopSettings().identityProvider.kind !== 'firebase';
  const passkeyRefusal = useOfferedPasskeys(hasPasskeys && status === 'signed-out' && !asked);
  const next = useNextPage(from);
  const isLeaving = useHandedSession(sent) || status === 'signed-in';

  if (asked) {
    return (
      <Suspense fallback={<PageLoader />}>
        <SecondStep asked={asked} />
      </Suspense>
    );
  }
  return (
    <AuthLayout
      title={texts.title}
      tool={tool}
      lead={tool ? toolAheadTexts.loginLead(tool.name) : from !== null && texts.leadBack}
      below={
        <p>
          {texts.new(shop)}{' '}
          <Link to={loginPath(from, '/signup')} className="text-link">
            {askedToolTexts.toSignUp}
          </Link>
        </p>
      }
    >
      {next !== undefined && status === 'signed-in' && <Redirect to={next} />}
      {isSubmitting && <PrefetchPageLinks page={safeReturnPath(from)} />}
      <form {...form}>
        <EmailField
          autoComplete={hasPasskeys ? 'username webauthn' : 'username'}
          defaultValue={sent?.typed.email}
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={fields.password}
          autoComplete="current-password"
          error={errors.password?.message}
          {...register('password')}
        />
        <p className="text-sm">
          <Link to="/reset-password" className="text-link">
            {texts.forgotten}
          </Link>
        </p>
        <ErrorText>{refusal ?? passkeyRefusal}</ErrorText>
        <Button type="submit" className="w-full" busy={isSubmitting || isLeaving}>
          {texts.submit}
        </Button>
      </form>
      <GoogleButton />
      <PasskeyButton />
    </AuthLayout>
  );
}
