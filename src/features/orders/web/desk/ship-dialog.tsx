import { lazy, Suspense } from 'react';
import { orderDeskTexts as texts } from '#features/orders/texts/desk.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { type Desk, useDesk } from './desk.ts';

const ShipForm = lazy(() => import('./ship-form.tsx'));

/** The form of a parcel, over the list, while orders are being packed. */
export function ShipDialog({ desk }: { desk: Desk }) {
  const toPack = useDesk(desk, (state) => state.toPack);
  const [first] = toPack;
  const close = () => desk.write({ toPack: [] });
  return (
    <Dialog open={first !== undefined} onClose={close} title={texts.parcelFor(first?.userName ?? '')}>
      {first && (
        <Suspense fallback={<Skeleton className="h-72 w-120 max-w-full" />}>
          <ShipForm key={toPack.map(({ _id }) => _id).join()} desk={desk} toPack={toPack} onClose={close} />
        </Suspense>
      )}
    </Dialog>
  );
}
