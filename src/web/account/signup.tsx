import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { signUpSchema } from '#contracts/user.ts';
import { accountTexts } from '#texts/account.ts';
import { errorWords } from '#web/error-words.ts';
import { pageMeta } from '#web/page-meta.ts';
import { SendOn } from '#web/send-on.tsx';
import { useSession } from '#web/session/session.tsx';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { AccountDoor } from './account-frame.tsx';
import { GoogleButton } from './google-button.tsx';
import { PasswordField } from './password-field.tsx';
import { RefusalText } from './refusal-text.tsx';
import { useHydrated } from './use-hydrated.ts';
import { usePasswordHint } from './use-password-hint.ts';

const { signUp: texts, fields } = accountTexts;

export const meta = () => pageMeta(texts.title, texts.description);

/** Sign-up; afterwards to the tools. */
export default function SignUp() {
  const { status, signUp } = useSession();
  const hydrated = useHydrated();
  const hint = usePasswordHint();
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, formState, setFocus } = useForm({ resolver: zodResolver(signUpSchema) });
  const { errors, isSubmitting } = formState;

  if (status === 'signed-in') return <SendOn to="/tools" />;

  const submit = handleSubmit(async ({ name, email, password }) => {
    setRefusal(undefined);
    try {
      await signUp(name, email, password);
    } catch (error) {
      setRefusal(errorWords(error));
      setFocus('email');
    }
  });

  return (
    <AccountDoor
      title={texts.title}
      below={
        <p>
          {texts.known}{' '}
          <Link to="/login" className="text-link">
            {texts.toLogin}
          </Link>
        </p>
      }
    >
      <form method="post" noValidate onSubmit={submit} className="space-y-4">
        <TextField
          label={fields.name}
          autoComplete="name"
          error={errors.name?.message}
          {...register('name')}
        />
        <TextField
          label={fields.email}
          type="email"
          autoComplete="username"
          error={errors.email?.message}
          {...register('email')}
        />
        <PasswordField
          label={fields.password}
          autoComplete="new-password"
          hint={hint}
          error={errors.password?.message}
          {...register('password')}
        />
        <RefusalText>{refusal}</RefusalText>
        <Button type="submit" className="w-full" busy={isSubmitting} disabled={!hydrated}>
          {texts.submit}
        </Button>
      </form>
      <GoogleButton />
    </AccountDoor>
  );
}
