import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { VerificationNote } from '#features/users/web/verification-note.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { getSecurityCall, type Security } from '../security-contract.ts';
import { securityTexts as texts } from '../texts.ts';
import { Authenticator } from './authenticator.tsx';
import { Passkeys } from './passkeys.tsx';
import { Password } from './password.tsx';
import { NewCodes, RecoveryCodes, securityKey } from './recovery-codes.tsx';
import { SecuritySection } from './security-section.tsx';
import { Sessions, useSessions } from './sessions.tsx';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** How somebody logs in: a page of sections. `change` is shown below the email. */
export default function SecurityPage({ change }: { change: ReactNode }) {
  const { api } = useSession();
  const user = useDashboardUser();
  const security = useQuery({
    queryKey: securityKey,
    queryFn: ({ signal }) => api.call(getSecurityCall, { signal }),
  });
  // Shown together, in a place as tall as the window, so that nothing visible shifts.
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
