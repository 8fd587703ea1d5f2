import { useEffect, useRef } from 'react';
import { SlipLink } from '#features/fulfilment/web/desk-parcels.tsx';
import { useShipping } from '#features/fulfilment/web/use-shipping.ts';
import { type DeskOrder, exportOrdersCall, MAX_EXPORTED_IDS } from '#features/orders/desk-contract.ts';
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
  const shipped = useDesk(desk, (state) => state.shipped);
  const { ship, undo } = useShipping(desk);
  const all = useRef<HTMLInputElement>(null);
  const { api } = useSession();
  const ticked = (rows ?? []).filter(({ _id }) => selected.has(_id));
  const paid = ticked.filter(({ state }) => canMoveOrder(state, 'shipped'));
  const toShip = paid.map(({ _id }) => _id);
  const isOfOne = new Set(paid.map(({ email }) => email)).size === 1;
  // Undo starts with what the last press shipped, then the press before it.
  const last = shipped.filter(({ press }) => press === shipped.at(-1)?.press);
  const parcel = last[0]?.parcel;
  useEffect(() => {
    if (shipped.length === 0) return;
    const next = Math.min(...shipped.map(({ until }) => until));
    const timer = setTimeout(() => forgetShipped(desk, ({ until }) => until <= next), next - Date.now());
    return () => clearTimeout(timer);
  }, [desk, shipped]);
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
      {last.length > 0 && (
        <Button
          variant="secondary"
          size="sm"
          busy={undo.isPending}
          onClick={() => {
            // The button disappears with its last shipment, so the focus moves first.
            if (last.length === shipped.length) all.current?.focus();
            undo.mutate(last);
          }}
        >
          {texts.undo}
        </Button>
      )}
      {parcel && <SlipLink parcel={parcel} label={texts.slip} />}
      {ticked.length > 0 && (
        <ExportButton
          size="sm"
          label={texts.exportTicked}
          load={(_filters, signal) => exportTicked(api, ticked, signal)}
        />
      )}
      {ticked.length > 0 && (
        <LinkButton
          to={`/dashboard/packing-slips?orders=${ticked.map(({ _id }) => _id).join(',')}`}
          target="_blank"
          variant="secondary"
          size="sm"
        >
          {texts.slips}
        </LinkButton>
      )}
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
          ship.mutate(toShip);
        }}
      >
        {texts.ship(toShip.length)}
      </Button>
    </SelectionBar>
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
  if (ticked.length > MAX_EXPORTED_IDS) throw new ReadableError(texts.exportTooMany(MAX_EXPORTED_IDS));
  return api.request(exportOrdersCall, { query: { ids: ticked.map(({ _id }) => _id).join(',') }, signal });
}
