import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button } from '#ui/button.tsx';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useAction } from '#ui/use-action.ts';
import {
  askRestockNoticeCall,
  dropRestockNoticeCall,
  getRestockNoticeCall,
  type RestockNotice as State,
} from '../contract.ts';
import { restockTexts as texts } from '../restock-texts.ts';

interface RestockNoticeProps {
  toolId: string;
  email: string;
  /** Called if the tool can be ordered now. */
  onStale: () => void;
}

/** Subscribes a buyer to a notification when a tool that can't be ordered is back, or unsubscribes them. */
export default function RestockNotice({ toolId, email, onStale }: RestockNoticeProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const textId = useId();
  const queryKey = ['restock-notice', email, toolId];
  const params = { id: toolId };
  const notice = useCall(queryKey, getRestockNoticeCall, { params });
  const turn = useAction({
    call: (isAsked: boolean) =>
      isAsked ? api.call(askRestockNoticeCall, { params }) : api.call(dropRestockNoticeCall, { params }),
    onDone: (state) => queries.setQueryData<State>(queryKey, state),
    onRefused: (error) => {
      if (error instanceof ApiError && error.code === 'conflict') onStale();
    },
  });
  if (notice.isPending) return <Skeleton className="mt-5 h-11 w-60" />;
  const isAsked = notice.data?.isAsked ?? false;
  return (
    <div className="mt-5 space-y-3">
      <QueryError of={notice} />
      {notice.data && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <p id={textId} role="status" className="max-w-prose font-semibold empty:hidden">
            {isAsked && texts.asked}
          </p>
          <Button
            variant="secondary"
            busy={turn.isPending}
            aria-describedby={isAsked ? textId : undefined}
            onClick={() => turn.mutate(!isAsked)}
          >
            {isAsked ? texts.drop : texts.ask}
          </Button>
        </div>
      )}
      {turn.error && <ErrorState message={errorMessage(turn.error)} />}
    </div>
  );
}
