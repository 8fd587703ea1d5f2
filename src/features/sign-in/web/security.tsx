import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { roleKey, useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { VerificationNote } from '#features/users/web/verification-note.tsx';
import { Button } from '#ui/button.tsx';
import { ReadableError } from '#ui/client/api-client.ts';
import { FormFoot } from '#ui/dashboard/form-parts.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { ConfirmDialog, Dialog, DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Moment } from '#ui/moment.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { useAction } from '#ui/use-action.ts';
import {
  addPasskeyCall,
  appCodeSchema,
  confirmAuthenticatorCall,
  getSecurityCall,
  type PasskeyRow,
  passkeyNameSchema,
  removeAuthenticatorCall,
  removePasskeyCall,
  renamePasskeyCall,
  renewRecoveryCodesCall,
  type Security,
  startAddingPasskeyCall,
  startAuthenticatorCall,
} from '../security-contract.ts';
import { securityTexts as texts } from '../texts.ts';
import { Password } from './password.tsx';
import { QrCode } from './qr-code.tsx';
import { SecuritySection } from './security-section.tsx';
import { Sessions, useSessions } from './sessions.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

const securityKey = ['security'];
/** What changes with a factor: these, and what the person may do if one is demanded of them. */
const factorKeys = [securityKey, roleKey];

/** How somebody logs in: a page of sections. `change` is shown below the email. */
export default function SecurityPage({ change }: { change: ReactNode }) {
  const { api } = useSession();
  const user = useDashboardUser();
  const security = useQuery({
    queryKey: securityKey,
    queryFn: ({ signal }) => api.call(getSecurityCall, { signal }),
  });
  // Shown together, in a place as high as the window from the first, so that nothing in sight is moved.
  const isPending = useSessions().isPending || security.isPending;
  return (
    <div className="max-w-2xl">
      <PageHead title={texts.title} lead={texts.lead} />
      <SecuritySection title={texts.email.title}>
        <p className="mb-2 wrap-anywhere">{user.email}</p>
        <VerificationNote user={user} />
        {change}
      </SecuritySection>
      <div className="min-h-dvh">
        {isPending ? <Skeleton className="h-dvh w-full" /> : <QueryError of={security} />}
        {!isPending && security.data && <Sections security={security.data} />}
      </div>
    </div>
  );
}

function Sections({ security }: { security: Security }) {
  const [codes, setCodes] = useState<string[]>([]);
  if (security.provider === 'firebase') {
    return (
      <SecuritySection title={texts.firebase.title}>
        <p>{texts.firebase.text}</p>
        <p className="mt-4">{texts.firebase.rest}</p>
      </SecuritySection>
    );
  }
  const hasFactor = security.authenticatorSince !== null || security.passkeys.length > 0;
  return (
    <>
      <Password hasPassword={security.hasPassword} />
      <Authenticator since={security.authenticatorSince} onCodes={setCodes} />
      <Passkeys passkeys={security.passkeys} onCodes={setCodes} />
      {hasFactor && <RecoveryCodes left={security.recoveryCodesLeft} onCodes={setCodes} />}
      <Sessions />
      <Dialog title={texts.codes.yours} open={codes.length > 0} onClose={() => setCodes([])}>
        <NewCodes codes={codes} onClose={() => setCodes([])} />
      </Dialog>
    </>
  );
}

type TakesCodes = { onCodes: (codes: string[]) => void };

function Authenticator({ since, onCodes }: TakesCodes & { since: string | null }) {
  const { api } = useSession();
  const [isAsking, setAsking] = useState(false);
  const start = useAction({ call: () => api.call(startAuthenticatorCall, {}) });
  const remove = useAction({
    call: () => api.call(removeAuthenticatorCall, {}),
    changes: factorKeys,
    onEnd: () => setAsking(false),
    done: texts.app.removed,
  });
  return (
    <SecuritySection title={texts.app.title}>
      {since === null ? (
        <>
          <p className="mb-4 text-ink-soft">{texts.app.lead}</p>
          {!start.data && (
            <Button variant="secondary" busy={start.isPending} onClick={() => start.mutate()}>
              {texts.app.add}
            </Button>
          )}
          {start.data && <ConfirmApp {...start.data} onCodes={onCodes} onClose={start.reset} />}
        </>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>
            {texts.app.since} <Moment at={since} />
          </p>
          <Button variant="secondary" onClick={() => setAsking(true)}>
            {texts.app.remove}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.app.askRemove}
        confirmLabel={texts.app.remove}
        busy={remove.isPending}
        onConfirm={() => remove.mutate()}
      >
        <p className="max-w-prose">{texts.app.removeWhy}</p>
      </ConfirmDialog>
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
    done: texts.app.added,
  });
  return (
    <form {...formProps} className="space-y-5">
      <p>{texts.app.scan}</p>
      <QrCode text={uri} label={texts.app.picture} />
      <p>
        {texts.app.typed}
        <br />
        <code className="mt-1 inline-block font-semibold wrap-anywhere select-all">
          {secret.replace(/.{4}(?=.)/g, '$& ')}
        </code>
      </p>
      <TextField
        label={texts.app.code}
        hint={texts.app.codeHint}
        inputMode="numeric"
        autoComplete="one-time-code"
        className="max-w-xs"
        {...field('code')}
      />
      <FormFoot problem={problem} waiting={undefined}>
        <Button type="submit" busy={isSending}>
          {texts.app.confirm}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {texts.cancel}
        </Button>
      </FormFoot>
    </form>
  );
}

function Passkeys({ passkeys, onCodes }: TakesCodes & { passkeys: PasskeyRow[] }) {
  const [named, setNamed] = useState<PasskeyRow | 'new'>();
  const [removed, setRemoved] = useState<PasskeyRow>();
  return (
    <SecuritySection title={texts.passkeys.title}>
      <p className="mb-4 text-ink-soft">{texts.passkeys.lead}</p>
      {passkeys.length > 0 && (
        <ul className="mb-4 divide-y divide-line border-y border-line">
          {passkeys.map((passkey) => (
            <li key={passkey._id} className="flex flex-wrap items-center justify-between gap-3 py-3">
              <div className="min-w-0">
                <p className="font-semibold wrap-anywhere">{passkey.name}</p>
                <p className="text-sm text-ink-soft">
                  {texts.passkeys.added} <Moment at={passkey.createdAt} />
                  <br />
                  {passkey.lastUsedAt ? (
                    <>
                      {texts.passkeys.used} <Moment at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    texts.passkeys.unused
                  )}
                </p>
              </div>
              <div className="flex gap-2">
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.passkeys.renameIt(passkey.name)}
                  onClick={() => setNamed(passkey)}
                >
                  {texts.passkeys.rename}
                </Button>
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={texts.passkeys.removeIt(passkey.name)}
                  onClick={() => setRemoved(passkey)}
                >
                  {texts.passkeys.remove}
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      <Button variant="secondary" onClick={() => setNamed('new')}>
        {texts.passkeys.add}
      </Button>
      <Dialog
        title={named === 'new' ? texts.passkeys.add : texts.passkeys.askRename}
        open={named !== undefined}
        onClose={() => setNamed(undefined)}
      >
        {named && <NameForm named={named} onCodes={onCodes} onClose={() => setNamed(undefined)} />}
      </Dialog>
      <RemovePasskey passkey={removed} onClose={() => setRemoved(undefined)} />
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
  const queries = useQueryClient();
  async function make(name: string): Promise<string[]> {
    const { startRegistration } = await import('@simplewebauthn/browser');
    const optionsJSON = await api.call(startAddingPasskeyCall, {});
    const passkey = await startRegistration({ optionsJSON: optionsJSON as never }).catch(() => {
      throw new ReadableError(texts.passkeys.notMade);
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
    onSent: async (codes) => {
      await Promise.all(factorKeys.map((queryKey) => queries.invalidateQueries({ queryKey })));
      onClose();
      onCodes(codes);
    },
    done: (_codes, { name }) => texts.passkeys.saved(name),
  });
  return (
    <form {...formProps} className="space-y-4">
      {named === 'new' && <p className="max-w-prose">{texts.passkeys.addHow}</p>}
      <TextField
        label={texts.passkeys.name}
        hint={texts.passkeys.nameHint}
        autoComplete="off"
        {...field('name')}
      />
      <p role="alert" className="text-sm font-medium text-bad empty:hidden">
        {problem}
      </p>
      <DialogFoot onClose={onClose} busy={isSending}>
        {named === 'new' ? texts.passkeys.make : texts.passkeys.rename}
      </DialogFoot>
    </form>
  );
}

function RemovePasskey({ passkey, onClose }: { passkey: PasskeyRow | undefined; onClose: () => void }) {
  const { api } = useSession();
  const remove = useAction({
    call: (id: string) => api.call(removePasskeyCall, { params: { id } }),
    changes: factorKeys,
    onEnd: onClose,
    done: texts.passkeys.removed,
  });
  return (
    <ConfirmDialog
      open={passkey !== undefined}
      onClose={onClose}
      title={texts.passkeys.askRemove(passkey?.name ?? '')}
      confirmLabel={texts.passkeys.remove}
      busy={remove.isPending}
      onConfirm={() => passkey && remove.mutate(passkey._id)}
    >
      <p className="max-w-prose">{texts.passkeys.removeWhy}</p>
    </ConfirmDialog>
  );
}

function RecoveryCodes({ left, onCodes }: TakesCodes & { left: number }) {
  const { api } = useSession();
  const [isAsking, setAsking] = useState(false);
  const renew = useAction({
    call: () => api.call(renewRecoveryCodesCall, {}),
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    changes: [securityKey],
    onEnd: () => setAsking(false),
  });
  return (
    <SecuritySection title={texts.codes.title}>
      <p className="mb-4 text-ink-soft">{texts.codes.lead}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{texts.codes.left(left)}</p>
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {texts.codes.renew}
        </Button>
      </div>
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.codes.askRenew}
        confirmLabel={texts.codes.renew}
        busy={renew.isPending}
        onConfirm={() => renew.mutate()}
      >
        <p className="max-w-prose">{texts.codes.renewWhy}</p>
      </ConfirmDialog>
    </SecuritySection>
  );
}

/** Recovery codes, this once. */
function NewCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const inLines = codes.join('\n');
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <p className="max-w-prose">{texts.codes.once}</p>
      <ul className="my-4 grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${inLines}\n`)}`}
          download={texts.codes.file}
          className="inline-flex min-h-11 items-center text-link"
        >
          {texts.codes.download}
        </a>
        <Button
          variant="secondary"
          onClick={() => void navigator.clipboard.writeText(inLines).then(() => setCopied(true))}
        >
          {isCopied ? texts.codes.copied : texts.codes.copy}
        </Button>
        <Button onClick={onClose}>{texts.codes.kept}</Button>
      </div>
    </>
  );
}
