import { useSearchParams } from 'react-router';
import { AuthStep, ErrorText } from '#features/sign-in/web/auth-layout.tsx';
import { Checking, LogInFirst } from '#features/sign-in/web/emailed-link.tsx';
import { loginPath } from '#features/users/web/session/require-sign-in.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { roleKey } from '#features/users/web/use-dashboard.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { useAction } from '#ui/use-action.ts';
import { acceptInvitationCall } from '../contract.ts';
import { invitationTexts as texts } from '../texts.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Opened from an email: accepts an invitation for the account that is logged in. It waits for a press of its
 * button, since mail programs open links, too. */
export default function InvitationPage() {
  const [search] = useSearchParams();
  const token = search.get('token');
  return (
    <AuthStep title={texts.title}>
      {token ? (
        <Accept token={token} here={`/invitation?${search}`} />
      ) : (
        <ErrorText>{texts.incomplete}</ErrorText>
      )}
    </AuthStep>
  );
}

function Accept({ token, here }: { token: string; here: string }) {
  const { api, status, user } = useSession();
  const accepting = useAction({
    call: () => api.call(acceptInvitationCall, { body: { token } }),
    onRefused: 'shown',
    changes: [roleKey],
  });
  if (status === 'loading') {
    return <Checking>{texts.checking}</Checking>;
  }
  if (status === 'signed-out') {
    return (
      <LogInFirst why={texts.signedOut} here={here}>
        <LinkButton to={loginPath(here, '/signup')} variant="secondary" className="w-full">
          {texts.signUp}
        </LinkButton>
      </LogInFirst>
    );
  }
  const { data } = accepting;
  if (data)
    return (
      <output className="block space-y-4">
        <p>{data.emailVerified ? texts.done[data.role] : texts.verifyFirst}</p>
        <LinkButton to={data.emailVerified ? '/dashboard/manageorders' : '/dashboard'} className="w-full">
          {texts.toDashboard}
        </LinkButton>
      </output>
    );
  return (
    <div className="space-y-4">
      <p className="wrap-anywhere">{texts.lead(user.email)}</p>
      <ErrorText>{accepting.error ? errorMessage(accepting.error) : undefined}</ErrorText>
      <Button className="w-full" busy={accepting.isPending} onClick={() => accepting.mutate()}>
        {texts.accept}
      </Button>
    </div>
  );
}
