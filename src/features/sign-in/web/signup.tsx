import { useMemo } from 'react';
import {
  type ActionFunctionArgs,
  Link,
  PrefetchPageLinks,
  useActionData,
  useLoaderData,
  useSearchParams,
} from 'react-router';
import { continueTo } from '#features/catalogue/web/tool-query.ts';
import { accountTexts, toolAheadTexts } from '#features/sign-in/texts.ts';
import { signUpSchema } from '#features/users/contract.ts';
import { loginPath, safeReturnPath } from '#features/users/web/session/require-sign-in.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { sendContext } from '#ui/client/load-context.ts';
import { TextField } from '#ui/field.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { Redirect } from '#ui/redirect.tsx';
import { EmailField, GoogleButton, NewPasswordField } from './account-fields.tsx';
import type { loader } from './auth-layout.tsx';
import { AuthLayout, ErrorText } from './auth-layout.tsx';
import { takeForm, useAccountForm, useHandedSession } from './sent-form.ts';

const { signUp: texts, fields } = accountTexts;

export { clientLoader, loader } from './auth-layout.tsx';

export const action = ({ request, context }: ActionFunctionArgs) =>
  takeForm(request, context.get(sendContext), signUpSchema, (identity, { name, email, password }) =>
    identity.signUp(name, email, password),
  );

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Where signing up leads: to the tools as specified, or back to the invitation that it is for. */
const pageAfter = (from: string | null) =>
  from?.startsWith('/invitation?') ? safeReturnPath(from) : '/tools';

/** Sign-up; leads to the tools, which link to the requested one. The form stays until they have loaded. */
export default function SignUp() {
  const { tool } = useLoaderData<typeof loader>();
  const sent = useActionData<typeof action>();
  const { status, asked, signUp } = useSession();
  const [search] = useSearchParams();
  const from = search.get('from');
  const next = pageAfter(from);
  const { form, register, errors, refusal, isSubmitting } = useAccountForm(signUpSchema, {
    sent,
    act: ({ name, email, password }) => signUp(name, email, password),
    focusOn: 'email',
  });
  const isLeaving = useHandedSession(sent) || status === 'signed-in';
  const goingOn = useMemo(() => continueTo(tool), [tool]);

  return (
    <AuthLayout
      title={texts.title}
      tool={tool}
      lead={tool && toolAheadTexts.signUpLead(tool.name)}
      below={
        <p>
          {texts.known}{' '}
          <Link to={loginPath(from)} className="text-link">
            {texts.toLogin}
          </Link>
        </p>
      }
    >
      {asked && <Redirect to={loginPath(from)} />}
      {status === 'signed-in' && <Redirect to={next} state={goingOn} />}
      {isSubmitting && <PrefetchPageLinks page={next} />}
      <form {...form}>
        <TextField
          label={fields.name}
          autoComplete="name"
          defaultValue={sent?.typed.name}
          error={errors.name?.message}
          {...register('name')}
        />
        <EmailField defaultValue={sent?.typed.email} error={errors.email?.message} {...register('email')} />
        <NewPasswordField
          label={fields.password}
          error={errors.password?.message}
          {...register('password')}
        />
        <ErrorText>{refusal}</ErrorText>
        <Button type="submit" className="w-full" busy={isSubmitting || isLeaving}>
          {texts.submit}
        </Button>
      </form>
      <GoogleButton />
    </AuthLayout>
  );
}
