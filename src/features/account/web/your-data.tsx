import { SecuritySection } from '#features/sign-in/web/security-section.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button } from '#ui/button.tsx';
import { saveFile } from '#ui/client/save-file.ts';
import { QueryError } from '#ui/list-states.tsx';
import { useTimes } from '#ui/moments.ts';
import { useAction } from '#ui/use-action.ts';
import { downloadAccountExportCall, exportAccountCall, getAccountExportCall } from '../contract.ts';
import { yourDataTexts as texts } from '../texts.ts';

const exportKey = ['account-export'];
const LOOK_MS = 3000;

/** Lets the signed-in user have a copy of their data made, and download it. */
export function YourData() {
  const { api } = useSession();
  const times = useTimes();
  const copy = useCall(exportKey, getAccountExportCall, {
    refetchInterval: ({ state: { data } }) => data?.state === 'making' && LOOK_MS,
  });
  const asking = useAction({ call: () => api.call(exportAccountCall, {}), changes: [exportKey] });
  const saving = useAction({
    call: async () => saveFile(await api.request(downloadAccountExportCall, {})),
    // It may have been deleted meanwhile.
    changes: [exportKey],
  });
  const { state, until, canRenew } = copy.data ?? {};
  const isReady = state === 'ready';
  return (
    <SecuritySection title={texts.heading}>
      <p className="mb-4 max-w-prose text-ink-soft">{texts.lead}</p>
      <QueryError of={copy} />
      <p role="status" className="mb-4 max-w-prose text-ink-soft empty:hidden">
        {state === 'making' && texts.making}
        {state === 'failed' && texts.failed}
        {isReady && until && texts.readyUntil(times.moment(until))}
      </p>
      {!copy.isError && (
        <div className="flex flex-wrap gap-3">
          {/* One button for both, so that the focus stays while the copy is made. */}
          <Button
            variant="secondary"
            busy={copy.isPending || state === 'making' || asking.isPending || saving.isPending}
            onClick={() => (isReady ? saving : asking).mutate()}
          >
            {isReady ? texts.download : texts.ask}
          </Button>
          {canRenew && (
            <Button variant="quiet" busy={asking.isPending} onClick={() => asking.mutate()}>
              {texts.again}
            </Button>
          )}
        </div>
      )}
    </SecuritySection>
  );
}
