import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { loginSchema } from '#contracts/user.ts';
import { errorWords } from '#web/error-words.ts';
import { useSession } from '#web/session/session.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { RefusalText } from './refusal-text.tsx';
import { useHydrated } from './use-hydrated.ts';
import { usePasswordHint } from './use-password-hint.ts';

const passwordSchema = loginSchema.pick({ password: true });

/** Sets a new password with the token out of the reset mail. */
export function SetPasswordForm({ token }: { token: string }) {
  const { identity } = useSession();
  const hydrated = useHydrated();
  const hint = usePasswordHint();
  const [done, setDone] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const { register, handleSubmit, formState } = useForm({ resolver: zodResolver(passwordSchema) });

  const submit = handleSubmit(async ({ password }) => {
    setRefusal(undefined);
    try {
      await identity.resetPassword(token, password);
      setDone(true);
    } catch (error) {
      setRefusal(errorWords(error));
    }
  });

  if (done) {
    return (
      <output className="block space-y-4">
        <p>Your password is changed. Log in with the new one.</p>
        <LinkButton to="/login" className="w-full">
          Login
        </LinkButton>
      </output>
    );
  }
  return (
    <form method="post" noValidate onSubmit={submit} className="space-y-4">
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        hint={hint}
        error={formState.errors.password?.message}
        {...register('password')}
      />
      <RefusalText>{refusal}</RefusalText>
      {refusal && (
        <p className="text-sm">
          <Link to="/reset-password" className="text-link">
            Ask for a new link
          </Link>
        </p>
      )}
      <Button type="submit" className="w-full" busy={formState.isSubmitting} disabled={!hydrated}>
        Set new password
      </Button>
    </form>
  );
}
