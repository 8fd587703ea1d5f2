import { useEffect, useRef } from 'react';
import { DelayButton } from '#features/delays/web/send-delay.tsx';
import { SlipLink } from '#features/fulfilment/web/desk-parcels.tsx';
import { useShipping } from '#features/fulfilment/web/use-shipping.ts';
import { type DeskOrder, exportOrdersCall, MAX_QUERIED_IDS } from '#features/orders/desk-contract.ts';
import { canMoveOrder } from '#features/orders/order-states.ts';
import { orderDeskTexts as texts } from '#features/orders/texts/desk.ts';
import { type Desk, forgetShipped, type Shipment, useDesk } from '#features/orders/web/desk.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { type ApiClient, ReadableError } from '#ui/client/api-client.ts';
import { ExportButton } from '#ui/dashboard/export-button.tsx';
import { SelectionBar } from '#ui/dashboard/selection.tsx';

/** Actions on the ticked orders, and undo for those just shipped. It sticks above the list. */
export function DeskBar({ desk, rows }: { desk: Desk; rows: readonly DeskOrder[] | undefined }) {
  const selected = useDesk(desk, (state) => state.selected);
  const { ship } = useShipping(desk);
  const last = useLastShipped(desk);
  const all = useRef<HTMLInputElement>(null);
  const { api } = useSession();
  const ticked = (rows ?? []).filter(({ _id }) => selected.has(_id));
  const paid = ticked.filter(({ state }) => canMoveOrder(state, 'shipped'));
  const toShip = paid.map(({ _id }) => _id);
  const isOfOne = new Set(paid.map(({ email }) => email)).size === 1;
  // Shipped orders may have left the list, and can still be undone.
  if (rows?.length === 0 && last.length === 0) return null;
  return (
    <SelectionBar
      ref={all}
      texts={texts}
      ids={rows?.map(({ _id }) => _id)}
      ticked={ticked.length}
      selection={desk}
      status={last.length > 0 ? wordsOf(last) : texts.selected(ticked.length)}
    >
      <UndoShipping desk={desk} last={last} onLast={() => all.current?.focus()} />
      {ticked.length > 0 && (
        <ExportButton
          size="sm"
          label={texts.exportTicked}
          load={(_filters, signal) => exportTicked(api, ticked, signal)}
        />
      )}
      {ticked.length > 0 && <SlipsLink orderIds={ticked.map(({ _id }) => _id)} label={texts.slips} />}
      <DelayButton orders={ticked} onSent={() => all.current?.focus()} />
      {isOfOne && (
        <Button variant="secondary" size="sm" onClick={() => desk.write({ toPack: paid })}>
          {texts.pack}
        </Button>
      )}
      <Button
        size="sm"
        busy={ship.isPending}
        disabled={toShip.length === 0 && !ship.isPending}
        title={toShip.length === 0 ? texts.shipHint : undefined}
        onClick={() => {
          all.current?.focus();
          ship.mutate({ orderIds: toShip });
        }}
      >
        {texts.ship(toShip.length)}
      </Button>
    </SelectionBar>
  );
}

/** Returns what the last press shipped, while it can be undone; then what the press before it did. */
function useLastShipped(desk: Desk): readonly Shipment[] {
  const shipped = useDesk(desk, (state) => state.shipped);
  useEffect(() => {
    if (shipped.length === 0) return;
    const next = Math.min(...shipped.map(({ until }) => until));
    const timer = setTimeout(() => forgetShipped(desk, ({ until }) => until <= next), next - Date.now());
    return () => clearTimeout(timer);
  }, [desk, shipped]);
  return shipped.filter(({ press }) => press === shipped.at(-1)?.press);
}

type Undoable = { desk: Desk; onLast: () => void };

/** Undoes what the last press shipped, and links to its packing slip. `onLast`: called before the button
 * disappears with its last shipment, to move the focus. */
function UndoShipping({ desk, last, onLast }: Undoable & { last: readonly Shipment[] }) {
  const { undo } = useShipping(desk);
  const parcel = last[0]?.parcel;
  if (last.length === 0) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        busy={undo.isPending}
        onClick={() => {
          if (last.length === desk.read().shipped.length) onLast();
          undo.mutate(last);
        }}
      >
        {texts.undo}
      </Button>
      {parcel ? (
        <SlipLink parcel={parcel} label={texts.slip} />
      ) : (
        <SlipsLink orderIds={last.flatMap(({ orderIds }) => orderIds)} label={texts.slip} />
      )}
    </>
  );
}

/** Opens the packing slips of orders, which are printed at once. */
const SlipsLink = ({ orderIds, label }: { orderIds: readonly string[]; label: string }) => (
  <LinkButton
    to={`/dashboard/packing-slips?orders=${orderIds.join(',')}`}
    target="_blank"
    variant="secondary"
    size="sm"
  >
    {label}
  </LinkButton>
);

/** What was just shipped from a purchase's page, with undo. */
export function ShippedBar({ desk, onLast }: Undoable) {
  const last = useLastShipped(desk);
  return (
    <div
      className={
        last.length === 0
          ? 'sr-only'
          : 'sticky top-16 z-10 mb-4 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-paper py-1'
      }
    >
      <p role="status" className="text-sm tabular-nums">
        {last.length > 0 && wordsOf(last)}
      </p>
      <div className="flex flex-wrap gap-2">
        <UndoShipping desk={desk} last={last} onLast={onLast} />
      </div>
    </div>
  );
}

/** Describes what one press shipped. */
function wordsOf(shipments: readonly Shipment[]): string {
  const isParcel = shipments.some(({ parcel }) => parcel);
  return isParcel ? texts.parcelSent : texts.shipped(shipments.flatMap(({ orderIds }) => orderIds).length);
}

async function exportTicked(
  api: ApiClient,
  ticked: readonly DeskOrder[],
  signal: AbortSignal,
): Promise<Response> {
  if (ticked.length > MAX_QUERIED_IDS) throw new ReadableError(texts.exportTooMany(MAX_QUERIED_IDS));
  return api.request(exportOrdersCall, { query: { ids: ticked.map(({ _id }) => _id).join(',') }, signal });
}
