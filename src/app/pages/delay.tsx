import { useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import {
  answerLinkedDelayCall,
  type DelayAnswer,
  type LinkedDelay,
  readLinkedDelayCall,
} from '#features/delays/contract.ts';
import { delayRuleTexts, delayAnswerTexts as texts } from '#features/delays/texts.ts';
import { DelayWords } from '#features/delays/web/delay-words.tsx';
import { AuthStep, ErrorText } from '#features/sign-in/web/auth-layout.tsx';
import { Checking } from '#features/sign-in/web/emailed-link.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { formatCount } from '#texts/locale.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Opened from an email: shows a delay, and waits for a press of a button, since programs open links, too. */
export default function Delay() {
  const token = useSearchParams()[0].get('token');
  return (
    <AuthStep title={texts.title}>
      {token ? <Loaded token={token} /> : <ErrorText>{delayRuleTexts.link}</ErrorText>}
    </AuthStep>
  );
}

function Loaded({ token }: { token: string }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const key = ['linked-delay', token];
  const notice = useCall(key, readLinkedDelayCall, { query: { token } });
  const answering = useAction({
    call: (answer: DelayAnswer) => api.call(answerLinkedDelayCall, { body: { token, answer } }),
    onRefused: 'shown',
    onDone: (answered) => queries.setQueryData(key, answered),
  });
  if (notice.isPending) return <Checking>{texts.checking}</Checking>;
  if (!notice.data) return <ErrorText>{errorMessage(notice.error)}</ErrorText>;
  const { number, toolName, quantity, canConsent, canCancel } = notice.data;
  return (
    <div className="space-y-4">
      <div>
        <p className="font-semibold wrap-anywhere">
          <SavedText text={texts.what(formatCount(quantity), toolName)} />
        </p>
        <p className="text-sm text-ink-soft">{texts.order(number)}</p>
      </div>
      {canConsent && <DelayWords notice={notice.data} />}
      <output className="block">{outcomeOf(notice.data)}</output>
      <ErrorText>{answering.error ? errorMessage(answering.error) : undefined}</ErrorText>
      {canConsent && (
        <Button className="w-full" busy={answering.isPending} onClick={() => answering.mutate('consent')}>
          {texts.wait}
        </Button>
      )}
      {canCancel && (
        <Button
          variant="secondary"
          className="w-full"
          busy={answering.isPending}
          onClick={() => answering.mutate('cancel')}
        >
          {texts.cancel}
        </Button>
      )}
      {!canConsent && (
        <LinkButton to="/dashboard/orders" variant="secondary" className="w-full">
          {texts.toOrders}
        </LinkButton>
      )}
    </div>
  );
}

function outcomeOf({ state, canConsent, canCancel }: LinkedDelay): string {
  if (canConsent) return '';
  if (state === 'cancelled') return texts.canceled;
  return canCancel ? texts.waits : texts.ended;
}
