import { useEffect, useRef } from 'react';
import { type DeskOrder, exportOrdersCall, MAX_EXPORTED_IDS } from '#features/orders/desk-contract.ts';
import { UNDO_SHIP_MS } from '#features/orders/rules.ts';
import { orderDeskTexts as texts } from '#features/orders/texts/desk.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { type ApiClient, ReadableError } from '#web/client/api-client.ts';
import { ExportButton } from '#web/dashboard/export-button.tsx';
import { SelectAll } from '#web/dashboard/selection.tsx';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { type Desk, useDesk } from './desk.ts';
import { SlipLink } from './slip-link.tsx';
import { useShipping } from './use-shipping.ts';

/** What can be done with the orders that are ticked, and undone with those just shipped. It stays in sight above them. */
export function DeskBar({ desk, rows }: { desk: Desk; rows: readonly DeskOrder[] | undefined }) {
  const selected = useDesk(desk, (state) => state.selected);
  const shipped = useDesk(desk, (state) => state.shipped);
  const parcel = useDesk(desk, (state) => state.parcel);
  const { ship, undo, undoParcel } = useShipping(desk);
  const all = useRef<HTMLInputElement>(null);
  const { api } = useSession();
  const ticked = (rows ?? []).filter(({ _id }) => selected.has(_id));
  const paid = ticked.filter(({ state }) => state === 'paid');
  const toShip = paid.map(({ _id }) => _id);
  const isOfOne = new Set(paid.map(({ email }) => email)).size === 1;
  const hasShipped = shipped.length > 0 || parcel !== undefined;
  useEffect(() => {
    if (shipped.length === 0 && !parcel) return;
    const timer = setTimeout(() => desk.write({ shipped: [], parcel: undefined }), UNDO_SHIP_MS);
    return () => clearTimeout(timer);
  }, [desk, shipped, parcel]);
  // What was shipped may have left the list, and can still be undone.
  if (rows?.length === 0 && !hasShipped) return null;
  return (
    <section
      aria-label={texts.label}
      className="sticky top-16 z-10 mb-2 flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 border-b border-line bg-paper py-1"
    >
      <SelectAll
        ref={all}
        ids={(rows ?? []).map(({ _id }) => _id)}
        ticked={ticked.length}
        label={texts.selectAll}
        selection={desk}
      />
      <p role="status" className="text-sm text-ink-soft tabular-nums">
        {parcel
          ? texts.parcelSent
          : shipped.length > 0
            ? texts.shipped(shipped.length)
            : texts.selected(ticked.length)}
      </p>
      <div className="ml-auto flex flex-wrap gap-2">
        {hasShipped && (
          <Button
            variant="secondary"
            size="sm"
            busy={undo.isPending || undoParcel.isPending}
            onClick={() => {
              // The button goes with what it undoes.
              all.current?.focus();
              if (parcel) undoParcel.mutate(parcel);
              else undo.mutate([...shipped]);
            }}
          >
            {texts.undo}
          </Button>
        )}
        {parcel && <SlipLink parcel={parcel} label={texts.slip} />}
        {ticked.length > 0 && (
          <ExportButton size="sm" label={texts.exportTicked} load={() => exportTicked(api, ticked)} />
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
      </div>
    </section>
  );
}

async function exportTicked(api: ApiClient, ticked: readonly DeskOrder[]): Promise<Response> {
  if (ticked.length > MAX_EXPORTED_IDS) throw new ReadableError(texts.exportTooMany(MAX_EXPORTED_IDS));
  return api.request(exportOrdersCall, { query: { ids: ticked.map(({ _id }) => _id).join(',') } });
}
