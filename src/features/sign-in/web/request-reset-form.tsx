import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod/mini';
import { accountTexts } from '#features/sign-in/texts/account.ts';
import { loginSchema } from '#features/users/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorWords } from '#web/client/error-words.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { ErrorText } from './error-text.tsx';
import { type SentForm, useFormAddress } from './sent-form.ts';

const texts = accountTexts.reset;

/** Rules of the form that asks for a reset email. */
export const requestSchema = z.pick(loginSchema, { email: true });

/** Asks for a reset mail. Says the same for known and unknown addresses (decision 7). */
export function RequestResetForm({
  linkRefused,
  sent,
}: {
  linkRefused: boolean;
  sent: SentForm | undefined;
}) {
  const { identity } = useSession();
  const [sentTo, setSentTo] = useState(sent?.isDone && sent.typed.email?.trim().toLowerCase());
  const [refusal, setFailure] = useState(sent ? sent.refusal : linkRefused ? texts.linkRefused : undefined);
  const { register, handleSubmit, formState, setFocus } = useForm({
    resolver: zodResolver(requestSchema),
    ...(sent?.problems && { errors: sent.problems }),
  });

  const submit = handleSubmit(async ({ email }) => {
    setFailure(undefined);
    setSentTo(undefined);
    try {
      await identity.requestPasswordReset(email);
      setSentTo(email);
    } catch (error) {
      setFailure(errorWords(error));
      setFocus('email');
    }
  });

  return (
    <form method="post" action={useFormAddress()} noValidate onSubmit={submit} className="space-y-4">
      <TextField
        label={accountTexts.fields.email}
        type="email"
        autoComplete="username"
        defaultValue={sent?.typed.email}
        error={formState.errors.email?.message}
        {...register('email')}
      />
      <ErrorText>{refusal}</ErrorText>
      <output className="block text-sm empty:hidden">{sentTo && texts.sent(sentTo)}</output>
      <Button type="submit" className="w-full" busy={formState.isSubmitting}>
        {texts.submit}
      </Button>
    </form>
  );
}
