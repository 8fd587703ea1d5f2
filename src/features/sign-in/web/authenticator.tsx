import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextField } from '#ui/field.tsx';
import { Moment } from '#ui/moment.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  appCodeSchema,
  confirmAuthenticatorCall,
  removeAuthenticatorCall,
  startAuthenticatorCall,
} from '../security-contract.ts';
import { securityTexts } from '../texts.ts';
import { QrCode } from './qr-code.tsx';
import { factorKeys, type TakesCodes } from './recovery-codes.tsx';
import { SecuritySection } from './security-section.tsx';

const texts = securityTexts.app;

/** Adds an authenticator app, or removes it. */
export function Authenticator({ since, onCodes }: TakesCodes & { since: string | null }) {
  const { api } = useSession();
  const start = useAction({ call: () => api.call(startAuthenticatorCall, {}) });
  return (
    <SecuritySection title={texts.title}>
      {since === null ? (
        <>
          <p className="mb-4 text-ink-soft">{texts.lead}</p>
          {!start.data && (
            <Button variant="secondary" busy={start.isPending} onClick={() => start.mutate()}>
              {texts.add}
            </Button>
          )}
          {start.data && <ConfirmApp {...start.data} onCodes={onCodes} onClose={start.reset} />}
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            {texts.since} <Moment at={since} />
          </p>
          <ConfirmButton
            label={texts.remove}
            title={texts.askRemove}
            action={{
              call: () => api.call(removeAuthenticatorCall, {}),
              changes: factorKeys,
              done: texts.removed,
            }}
          >
            {texts.removeWhy}
          </ConfirmButton>
        </div>
      )}
    </SecuritySection>
  );
}

/** The secret as a drawing and as text, and the field for its first code. */
function ConfirmApp({
  uri,
  secret,
  onCodes,
  onClose,
}: TakesCodes & { uri: string; secret: string; onClose: () => void }) {
  const { api } = useSession();
  const { field, formProps, problem, isSending } = useCallForm({
    schema: appCodeSchema,
    defaultValues: { code: '' },
    send: (body) => api.call(confirmAuthenticatorCall, { body }),
    onSent: ({ recoveryCodes }) => {
      onCodes(recoveryCodes);
      onClose();
    },
    changes: factorKeys,
    done: texts.added,
  });
  return (
    <form {...formProps} className="space-y-5">
      <p>{texts.scan}</p>
      <QrCode text={uri} label={texts.picture} />
      <p>
        {texts.typed}
        <br />
        <code className="mt-1 inline-block font-semibold wrap-anywhere select-all">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <TextField
        label={texts.code}
        hint={texts.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="max-w-xs"
        {...field('code')}
      />
      <FormFoot problem={problem} waiting={undefined}>
        <Button type="submit" busy={isSending}>
          {texts.confirm}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {securityTexts.cancel}
        </Button>
      </FormFoot>
    </form>
  );
}
