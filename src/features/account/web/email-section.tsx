import { useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useShopSettings } from '#ui/client/load-context.ts';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextField } from '#ui/field.tsx';
import { changeEmailCall, changeEmailSchema } from '../change-email/contract.ts';
import { changeEmailTexts as texts } from '../change-email/texts.ts';

/** Asks for another email of the signed-in user's account; nothing if Firebase has the accounts. */
export function ChangeEmail() {
  const { kind } = useShopSettings().identityProvider;
  // `undefined` before the form was first open: then the focus goes back to its button.
  const [isChanging, setChanging] = useState<boolean>();
  const [sentTo, setSentTo] = useState<string>();
  if (kind === 'firebase') return null;
  return (
    <>
      <output className="mb-4 block max-w-prose wrap-anywhere empty:hidden">
        {sentTo && texts.sent(sentTo)}
      </output>
      {isChanging ? (
        <EmailForm
          onSent={(email) => {
            setSentTo(email);
            setChanging(false);
          }}
          onClose={() => setChanging(false)}
        />
      ) : (
        <Button variant="secondary" autoFocus={isChanging === false} onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
      )}
    </>
  );
}

function EmailForm({ onSent, onClose }: { onSent: (email: string) => void; onClose: () => void }) {
  const { api } = useSession();
  const { field, formProps, problem, isSending } = useCallForm({
    schema: changeEmailSchema,
    defaultValues: { email: '' },
    send: (body) => api.call(changeEmailCall, { body }),
    onSent: ({ email }) => onSent(email),
  });
  return (
    <form {...formProps} className="max-w-md space-y-5">
      <TextField
        label={texts.label}
        hint={texts.hint}
        type="email"
        autoComplete="email"
        autoFocus
        {...field('email')}
      />
      <FormFoot problem={problem} waiting={undefined}>
        <Button type="submit" busy={isSending}>
          {texts.submit}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </FormFoot>
    </form>
  );
}
