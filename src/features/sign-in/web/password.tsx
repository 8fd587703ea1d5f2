import { useState } from 'react';
import { Link } from 'react-router';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { changePasswordCall, changePasswordSchema } from '../security-contract.ts';
import { accountTexts, securityTexts } from '../texts.ts';
import { NewPasswordField, PasswordField } from './account-fields.tsx';
import { SecuritySection } from './security-section.tsx';
import { sessionsKey } from './sessions.tsx';

const texts = securityTexts.password;

/** Changes the signed-in user's password, or says where that is done. */
export function Password({ hasPassword }: { hasPassword: boolean }) {
  // `undefined` before the form was first open: then the focus goes back to its button.
  const [isChanging, setChanging] = useState<boolean>();
  return (
    <SecuritySection title={texts.title}>
      {hasPassword ? (
        <p className="mb-4 text-ink-soft">{texts.lead}</p>
      ) : (
        <p className="max-w-prose text-ink-soft">
          {texts.none} {texts.setOne}{' '}
          <Link to="/reset-password" className="text-link">
            {texts.toReset}
          </Link>
        </p>
      )}
      {isChanging && <PasswordForm onClose={() => setChanging(false)} />}
      {hasPassword && !isChanging && (
        <Button variant="secondary" autoFocus={isChanging === false} onClick={() => setChanging(true)}>
          {texts.change}
        </Button>
      )}
    </SecuritySection>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { api } = useSession();
  const { field, formProps, problem, isSending } = useCallForm({
    schema: changePasswordSchema,
    defaultValues: { currentPassword: '', newPassword: '' },
    send: (body) => api.call(changePasswordCall, { body }),
    onSent: onClose,
    changes: [sessionsKey],
    done: texts.changed,
  });
  return (
    <form {...formProps} className="max-w-md space-y-5">
      <PasswordField
        label={texts.current}
        autoComplete="current-password"
        autoFocus
        {...field('currentPassword')}
      />
      <NewPasswordField label={accountTexts.fields.newPassword} {...field('newPassword')} />
      <FormFoot problem={problem} waiting={undefined}>
        <Button type="submit" busy={isSending}>
          {texts.change}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {securityTexts.cancel}
        </Button>
      </FormFoot>
    </form>
  );
}
