import { type QueryKey, useQuery } from '@tanstack/react-query';
import { useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { dayIn } from '#contracts/time-zone.ts';
import {
  changeParcelCall,
  listParcelsCall,
  type Parcel,
  parcelChangeSchema,
} from '#features/orders/parcel-contract.ts';
import { shipFormTexts, deskParcelTexts as texts } from '#features/orders/texts/desk.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { parcelTexts } from '#features/orders/texts/parcels.ts';
import { DeliveredOn, TrackingNumber } from '#features/orders/web/order-parcels.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { RowFormFoot, useRowForm } from '#ui/dashboard/row-form.tsx';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Moment } from '#ui/moment.tsx';
import { useTimes } from '#ui/moments.ts';
import { CarrierField } from './carrier-field.tsx';

const parcelsKey = (orderId: string) => ['parcels', orderId];

/** An order's parcels for staff. */
export function DeskParcels({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const parcels = useQuery({
    queryKey: parcelsKey(orderId),
    queryFn: ({ signal }) => api.call(listParcelsCall, { params: { id: orderId }, signal }),
  });
  if (parcels.error) return <QueryError of={parcels} />;
  if (!parcels.data?.length) return null;
  return (
    <section aria-label={texts.heading} className="mt-4 space-y-3">
      <h3 className="text-base font-semibold">{texts.heading}</h3>
      <DeskParcelList parcels={parcels.data} shownIn={[parcelsKey(orderId), ['order-history', orderId]]} />
    </section>
  );
}

type DeskParcelListProps = {
  parcels: readonly Parcel[];
  /** The queries to refetch after a change. */
  shownIn: readonly QueryKey[];
};

/** Parcels for staff: contents, packing slips, editable tracking numbers and days of delivery. */
export function DeskParcelList({ parcels, shownIn }: DeskParcelListProps) {
  return (
    <ol className="space-y-3">
      {parcels.map((parcel, index) => (
        <ParcelItem key={parcel._id} parcel={parcel} nth={index + 1} shownIn={shownIn} />
      ))}
    </ol>
  );
}

type ParcelItemProps = { parcel: Parcel; nth: number } & Pick<DeskParcelListProps, 'shownIn'>;

function ParcelItem({ parcel, nth, shownIn }: ParcelItemProps) {
  const { isOpen, opener, open, close } = useRowForm(parcel._id);
  return (
    <li className="border-l-2 border-line pl-3 text-sm">
      <Moment at={parcel.sentAt} className="text-ink-soft" />
      {parcel.contents.map(({ number, toolName, partNumber, quantity, ordered }) => (
        <p key={number} className="wrap-anywhere">
          {number}: {parcelTexts.part(quantity, ordered, orderListTexts.numberedTool(toolName, partNumber))}
        </p>
      ))}
      {isOpen ? (
        <ParcelForm parcel={parcel} shownIn={shownIn} onClose={close} />
      ) : (
        <>
          <TrackingNumber parcel={parcel} />
          <DeliveredOn parcel={parcel} />
          <div className="mt-2 flex flex-wrap gap-2">
            <Button ref={opener} size="sm" variant="secondary" aria-label={texts.editOf(nth)} onClick={open}>
              {texts.edit}
            </Button>
            <SlipLink parcel={parcel} label={texts.slip} name={texts.slipOf(nth)} />
          </div>
        </>
      )}
    </li>
  );
}

/** An empty day clears it. */
const parcelFormSchema = z.extend(parcelChangeSchema, {
  deliveredOn: z.pipe(
    z.string(),
    z.transform((day: string) => day || null),
  ),
});

function ParcelForm({ parcel, shownIn, onClose }: Omit<ParcelItemProps, 'nth'> & { onClose: () => void }) {
  const { api } = useSession();
  const { zone } = useTimes();
  const { form, field, problem, isSending, formProps } = useCallForm({
    schema: parcelFormSchema,
    defaultValues: {
      carrier: parcel.carrier ?? '',
      trackingNumber: parcel.trackingNumber ?? '',
      deliveredOn: parcel.deliveredOn ?? '',
    },
    send: (body) => api.call(changeParcelCall, { params: { id: parcel._id }, body }),
    changes: shownIn,
    onEnd: (isDone) => isDone && onClose(),
    done: texts.changed,
  });
  const carrier = useWatch({ control: form.control, name: 'carrier' });
  return (
    <form {...formProps} className="mt-2 grid gap-3 sm:grid-cols-2">
      <CarrierField {...field('carrier')} value={carrier ?? ''} />
      <TextField
        label={shipFormTexts.trackingNumber}
        maxLength={60}
        autoComplete="off"
        spellCheck={false}
        autoFocus
        {...field('trackingNumber')}
      />
      <TextField
        label={texts.deliveredOn}
        type="date"
        min={dayIn(new Date(parcel.sentAt), zone)}
        max={dayIn(new Date(), zone)}
        {...field('deliveredOn')}
      />
      {problem && <ErrorState message={problem} />}
      <RowFormFoot submitLabel={texts.save} busy={isSending} onClose={onClose} className="sm:col-span-2" />
    </form>
  );
}

type SlipLinkProps = { parcel: Parcel; label: string; name?: string };

/** Opens a parcel's packing slip, which is printed at once. Screen readers read `name` instead of the
 * label. */
export function SlipLink({ parcel, label, name }: SlipLinkProps) {
  return (
    <LinkButton
      to={`/dashboard/packing-slips?orders=${parcel.contents[0]?.orderId}&parcel=${parcel._id}`}
      target="_blank"
      variant="secondary"
      size="sm"
      aria-label={name}
    >
      {label}
    </LinkButton>
  );
}
