import { type ComponentProps, useEffect, useRef, useState } from 'react';
import { clearDemoDataCall, getDemoDataCall } from '#features/setup-guide/contract.ts';
import { setupTexts } from '#features/setup-guide/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/dialog.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Spinner } from '#ui/loading.tsx';
import { useAction } from '#ui/use-action.ts';

const texts = setupTexts.demo;

/** A button that asks, saying what would be deleted, and clears the demo catalogue; then what was cleared. */
export function ClearDemo({
  hasDemo,
  ...look
}: { hasDemo: boolean } & Pick<ComponentProps<typeof Button>, 'size'>) {
  const { api } = useSession();
  const [isAsking, setAsking] = useState(false);
  const outcome = useRef<HTMLParagraphElement>(null);
  const counts = useCall(['demo data'], getDemoDataCall, { enabled: isAsking, gcTime: 0 });
  const clearing = useAction({
    call: () => api.call(clearDemoDataCall, {}),
    // Whatever is shown may be about these tools.
    changes: [[]],
    onEnd: () => setAsking(false),
  });
  const cleared = clearing.data;
  // The button that was pressed is gone.
  useEffect(() => {
    if (cleared && !isAsking) outcome.current?.focus();
  }, [cleared, isAsking]);
  const { data } = counts;
  if (!hasDemo && clearing.isIdle) return null;
  return (
    <>
      {cleared ? (
        <p ref={outcome} tabIndex={-1} className="text-sm">
          {texts.cleared(cleared.tools, cleared.reviews)}
        </p>
      ) : (
        hasDemo && (
          <Button variant="danger" {...look} onClick={() => setAsking(true)}>
            {texts.clear}
          </Button>
        )
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={texts.ask}
        confirmLabel={texts.clear}
        busy={clearing.isPending || !data}
        onConfirm={() => clearing.mutate()}
      >
        <QueryError of={counts} />
        {counts.isPending && <Spinner label={texts.loading} />}
        {data && (
          <div className="space-y-2">
            <p>{texts.goes(data.tools, data.reviews)}</p>
            {data.changedTools > 0 && <p>{texts.stays(data.changedTools)}</p>}
            <p>{data.orders > 0 ? texts.orders(data.orders, data.unpaidOrders) : texts.noOrders}</p>
            <p className="text-ink-soft">{texts.once}</p>
          </div>
        )}
      </ConfirmDialog>
    </>
  );
}
