import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router';
import { loginSchema } from '#contracts/user.ts';
import { accountTexts } from '#texts/account.ts';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { SendOn } from '#web/send-on.tsx';
import { safeReturnPath } from '#web/session/return-path.ts';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { AccountDoor } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { RefusalText } from './refusal-text.tsx';
import { useHydrated } from './use-hydrated.ts';

const { login: texts, fields } = accountTexts;

export const meta = () => pageMeta(texts.title, texts.description);

/** Login; afterwards, or when signed in already, back to the page one came from, else `/`. */
export default function Login() {
  const { status, signIn } = useSession();
  const [search] = useSearchParams();
  const hydrated = useHydrated();
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, formState, setFocus } = useForm({ resolver: zodResolver(loginSchema) });
  const { errors, isSubmitting } = formState;

  if (status === 'signed-in') return <SendOn to={safeReturnPath(search.get('from'))} />;

  const submit = handleSubmit(async ({ email, password }) => {
    setRefusal(undefined);
    try {
      await signIn(email, password);
    } catch (error) {
      setRefusal(errorWords(error));
      setFocus('password');
    }
  });

  return (
    <AccountDoor
      title={texts.title}
      lead={search.has('from') && texts.leadBack}
      below={
        <p>
          {texts.new}{' '}
          <Link to="/signup" className="text-link">
            {texts.toSignUp}
          </Link>
        </p>
      }
    >
      <form method="post" noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label={fields.email}
          type="email"
          autoComplete="username"
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
        <RefusalText>{refusal}</RefusalText>
        <Button type="submit" className="w-full" busy={isSubmitting} disabled={!hydrated}>
          {texts.submit}
        </Button>
      </form>
      <GoogleButton />
    </AccountDoor>
  );
}
