import { useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { roleKey } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { renewRecoveryCodesCall } from '../security-contract.ts';
import { securityTexts } from '../texts.ts';
import { SecuritySection } from './security-section.tsx';

const texts = securityTexts.codes;

export const securityKey = ['security'];
/** What changes with a factor: these, and what the person may do if one is demanded of them. */
export const factorKeys = [securityKey, roleKey];

export type TakesCodes = { onCodes: (codes: string[]) => void };

/** How many recovery codes are left, and new ones. */
export function RecoveryCodes({ left, onCodes }: TakesCodes & { left: number }) {
  const { api } = useSession();
  return (
    <SecuritySection title={texts.title}>
      <p className="mb-4 text-ink-soft">{texts.lead}</p>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{texts.left(left)}</p>
        <ConfirmButton
          label={texts.renew}
          title={texts.askRenew}
          action={{
            call: () => api.call(renewRecoveryCodesCall, {}),
            onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
            changes: [securityKey],
          }}
        >
          {texts.renewWhy}
        </ConfirmButton>
      </div>
    </SecuritySection>
  );
}

/** Recovery codes, this once. */
export function NewCodes({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const inLines = codes.join('\n');
  const [isCopied, setCopied] = useState(false);
  return (
    <>
      <p className="max-w-prose">{texts.once}</p>
      <ul className="my-4 grid grid-cols-2 gap-x-6 gap-y-1 rounded-md border border-line bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${inLines}\n`)}`}
          download={texts.file}
          className="inline-flex min-h-11 items-center text-link"
        >
          {texts.download}
        </a>
        <Button
          variant="secondary"
          onClick={() => void navigator.clipboard.writeText(inLines).then(() => setCopied(true))}
        >
          {isCopied ? texts.copied : texts.copy}
        </Button>
        <Button onClick={onClose}>{texts.kept}</Button>
      </div>
    </>
  );
}
