import { type FormEvent, useState } from 'react';
import { data, useActionData, useSearchParams } from 'react-router';
import { AuthStep, ErrorText } from '#features/sign-in/web/auth-layout.tsx';
import { type StoppedNotice, stopEmailsCall } from '#features/users/notices/contract.ts';
import { noticeTexts, stopEmailsTexts as texts } from '#features/users/notices/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { apiContext } from '#ui/client/load-context.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import type { Route } from './+types/stop-emails.ts';

type Outcome = { notice?: StoppedNotice['notice']; refusal?: string };

/** Target of mail programs' one-click unsubscribe, and of this page's form when no script runs. */
export async function action({ url, context }: Route.ActionArgs) {
  try {
    const token = url.searchParams.get('token') ?? '';
    const { notice } = await context.get(apiContext).call(stopEmailsCall, { body: { token } });
    return data<Outcome>({ notice });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return data<Outcome>({ refusal: error.message }, error.status);
  }
}

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Opened from an email (`?token=`). Stops emails of its kind only after the reader confirms, since programs
 * open links too. */
export default function StopEmails() {
  const { api } = useSession();
  const [search] = useSearchParams();
  const token = search.get('token');
  const sent = useActionData<typeof action>();
  const [outcome, setOutcome] = useState<Outcome>(sent ?? (token ? {} : { refusal: texts.refused }));
  const [isBusy, setIsBusy] = useState(false);

  async function stop(event: FormEvent) {
    event.preventDefault();
    setIsBusy(true);
    await api.call(stopEmailsCall, { body: { token: token ?? '' } }).then(setOutcome, (error: unknown) => {
      setOutcome({ refusal: errorMessage(error) });
    });
    setIsBusy(false);
  }

  const { notice, refusal } = outcome;
  return (
    <AuthStep title={texts.title} lead={notice ? undefined : texts.lead}>
      <div className="space-y-4" aria-live="polite">
        {notice && <p>{noticeTexts[notice].stopped}</p>}
        {notice && (
          <LinkButton to="/tools" variant="secondary" className="w-full">
            {texts.toTools}
          </LinkButton>
        )}
        <ErrorText>{refusal}</ErrorText>
        {!notice && token && (
          <form method="post" onSubmit={stop}>
            <Button type="submit" className="w-full" busy={isBusy}>
              {texts.stop}
            </Button>
          </form>
        )}
      </div>
    </AuthStep>
  );
}
