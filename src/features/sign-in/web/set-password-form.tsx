import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { z } from 'zod/mini';
import { accountTexts } from '#features/sign-in/texts/account.ts';
import { loginSchema } from '#features/users/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorWords } from '#web/client/error-words.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { ErrorText } from './error-text.tsx';
import { PasswordField } from './password-field.tsx';
import { type SentForm, useFormAddress } from './sent-form.ts';
import { usePasswordHint } from './use-password-hint.ts';

const texts = accountTexts.reset;

/** Rules of a new password. */
export const passwordSchema = z.pick(loginSchema, { password: true });

/** Sets a new password with the token out of the reset mail. */
export function SetPasswordForm({ token, sent }: { token: string; sent: SentForm | undefined }) {
  const { identity } = useSession();
  const hint = usePasswordHint();
  const [done, setDone] = useState(sent?.isDone ?? false);
  const [refusal, setFailure] = useState(sent?.refusal);
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(passwordSchema),
    ...(sent?.problems && { errors: sent.problems }),
  });

  const submit = handleSubmit(async ({ password }) => {
    setFailure(undefined);
    try {
      await identity.resetPassword(token, password);
      setDone(true);
    } catch (error) {
      setFailure(errorWords(error));
      setFocus('password');
    }
  });

  const address = useFormAddress();

  if (done) {
    return (
      <output className="block space-y-4">
        <p>{texts.done}</p>
        <LinkButton to="/login" className="w-full">
          {accountTexts.login.submit}
        </LinkButton>
      </output>
    );
  }
  return (
    <form method="post" action={address} noValidate onSubmit={submit} className="space-y-4">
      <PasswordField
        label={accountTexts.fields.newPassword}
        autoComplete="new-password"
        hint={hint}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <ErrorText>{refusal}</ErrorText>
      {refusal && (
        <p className="text-sm">
          <Link to="/reset-password" className="text-link">
            {texts.askAgain}
          </Link>
        </p>
      )}
      <Button type="submit" className="w-full" busy={formState.isSubmitting}>
        {texts.set}
      </Button>
    </form>
  );
}
