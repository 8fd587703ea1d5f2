import { z } from 'zod/mini';
import { formLine } from '#contracts/text.ts';
import type { SignedIn } from '#features/users/sign-in-contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { accountRuleTexts } from '#texts/validation.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { accountTexts } from '../texts.ts';
import { PasskeyButton } from './account-fields.tsx';
import { AuthStep, ErrorText } from './auth-layout.tsx';
import { useAccountForm } from './sent-form.ts';

const texts = accountTexts.secondStep;

export const codeSchema = z.object({ code: formLine({ ...accountRuleTexts.code, max: 40 }) });

/** The second step of a login: a code, or a passkey. Then the page that shows it goes on. */
export default function SecondStep({ asked }: { asked: SignedIn }) {
  const { passByCode, askFactor } = useSession();
  const { form, register, errors, refusal, isSubmitting } = useAccountForm(codeSchema, {
    sent: undefined,
    act: ({ code }) => passByCode(code, asked),
    focusOn: 'code',
  });
  return (
    <AuthStep
      title={texts.title}
      below={
        <button type="button" className="text-link" onClick={() => askFactor()}>
          {texts.back}
        </button>
      }
    >
      <form {...form}>
        <TextField
          label={texts.code}
          hint={texts.hint}
          autoComplete="one-time-code"
          autoFocus
          error={errors.code?.message}
          {...register('code')}
        />
        <ErrorText>{refusal}</ErrorText>
        <Button type="submit" className="w-full" busy={isSubmitting}>
          {texts.submit}
        </Button>
      </form>
      {asked.secondFactor.includes('passkey') && <PasskeyButton asked={asked} />}
    </AuthStep>
  );
}
