import { useState } from 'react';
import { passkeyProblem } from '#features/users/web/session/passkey-problem.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { ReadableError } from '#ui/client/api-client.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { Moment } from '#ui/moment.tsx';
import {
  addPasskeyCall,
  type PasskeyRow,
  passkeyNameSchema,
  removePasskeyCall,
  renamePasskeyCall,
  startAddingPasskeyCall,
} from '../security-contract.ts';
import { securityTexts } from '../texts.ts';
import { factorKeys, type TakesCodes } from './recovery-codes.tsx';
import { SecuritySection } from './security-section.tsx';

const texts = securityTexts.passkeys;

/** Lists the passkeys, and adds, renames, or removes one. */
export function Passkeys({ passkeys, onCodes }: TakesCodes & { passkeys: PasskeyRow[] }) {
  const { api } = useSession();
  const [named, setNamed] = useState<PasskeyRow | 'new'>();
  return (
    <SecuritySection title={texts.title}>
      <p className="mb-4 text-ink-soft">{texts.lead}</p>
      {passkeys.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey._id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{passkey.name}</p>
                <p className="text-sm text-ink-soft">
                  {texts.added} <Moment at={passkey.createdAt} />
                  <br />
                  {passkey.lastUsedAt ? (
                    <>
                      {texts.used} <Moment at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    texts.unused
                  )}
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.renameIt(passkey.name)}
                  onClick={() => setNamed(passkey)}
                >
                  {texts.rename}
                </Button>
                <ConfirmButton
                  label={texts.remove}
                  title={texts.askRemove(passkey.name)}
                  size="sm"
                  aria-label={texts.removeIt(passkey.name)}
                  action={{
                    call: () => api.call(removePasskeyCall, { params: { id: passkey._id } }),
                    changes: factorKeys,
                    done: texts.removed,
                  }}
                >
                  {texts.removeWhy}
                </ConfirmButton>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" onClick={() => setNamed('new')}>
        {texts.add}
      </Button>
      <Dialog
        title={named === 'new' ? texts.add : texts.askRename}
        open={named !== undefined}
        onClose={() => setNamed(undefined)}
      >
        {named && <NameForm named={named} onCodes={onCodes} onClose={() => setNamed(undefined)} />}
      </Dialog>
    </SecuritySection>
  );
}

/** Makes a passkey with its name, or renames one. */
function NameForm({
  named,
  onCodes,
  onClose,
}: TakesCodes & { named: PasskeyRow | 'new'; onClose: () => void }) {
  const { api } = useSession();
  async function make(name: string): Promise<string[]> {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const optionsJSON = await api.call(startAddingPasskeyCall, {});
    const passkey = await startRegistration({ optionsJSON: optionsJSON as never }).catch(() => {
      throw new ReadableError(passkeyProblem(texts.notMade));
    });
    const { recoveryCodes } = await api.call(addPasskeyCall, { body: { name, passkey: passkey as never } });
    return recoveryCodes;
  }
  const { field, formProps, problem, isSending } = useCallForm({
    schema: passkeyNameSchema,
    defaultValues: { name: named === 'new' ? '' : named.name },
    send: async ({ name }): Promise<string[]> => {
      if (named === 'new') return make(name);
      await api.call(renamePasskeyCall, { params: { id: named._id }, body: { name } });
      return [];
    },
    onSent: (codes) => {
      onClose();
      onCodes(codes);
    },
    changes: factorKeys,
    done: (_codes, { name }) => texts.saved(name),
  });
  return (
    <form {...formProps} className="space-y-4">
      {named === 'new' && <p className="max-w-prose">{texts.addHow}</p>}
      <TextField label={texts.name} hint={texts.nameHint} autoComplete="off" {...field('name')} />
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {problem}
      </p>
      <DialogFoot onClose={onClose} busy={isSending}>
        {named === 'new' ? texts.make : texts.rename}
      </DialogFoot>
    </form>
  );
}
