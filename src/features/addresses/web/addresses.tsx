import { lazy, Suspense, useState } from 'react';
import { useLocation } from 'react-router';
import {
  type Address,
  deleteAddressCall,
  MAX_ADDRESSES,
  makeDefaultAddressCall,
} from '#features/addresses/contract.ts';
import { addressBookTexts as texts } from '#features/addresses/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { useRegion } from '#ui/client/load-context.ts';
import { DeleteButton, DeleteDialog, useRowDeletion } from '#ui/dashboard/delete-row.tsx';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { RowCard } from '#ui/dashboard/row-card.tsx';
import { dashboardTexts } from '#ui/dashboard/texts.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Icon } from '#ui/icon.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';
import { isOrdered, type OrderedAddress } from './save-address.tsx';
import { addressesKey, useAddresses } from './use-addresses.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Its code includes every country's form. */
const LazyAddressForm = lazy(() => import('./address-form.tsx'));

/** What the form edits: an existing entry, or a new one, possibly prefilled with an order's address. */
type Editing = { address?: Address; ordered?: OrderedAddress };

/** The signed-in user's address book. */
export default function Addresses() {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const book = useAddresses(email);
  const { country } = useRegion();
  const { state } = useLocation();
  const [editing, setEditing] = useState<Editing | undefined>(() =>
    isOrdered(state) ? { ordered: state } : undefined,
  );
  const deletion = useRowDeletion<Address>(addressesKey(email), {
    remove: ({ _id }) => api.call(deleteAddressCall, { params: { id: _id } }),
    done: () => texts.deleted,
  });
  const { row, headingRef, ask } = deletion;
  const addresses = book.data;
  const isFull = addresses && addresses.length >= MAX_ADDRESSES;
  const close = () => setEditing(undefined);
  return (
    <>
      <PageHead
        title={texts.title}
        lead={texts.lead}
        headingRef={headingRef}
        actions={
          <div className="flex flex-wrap gap-3">
            {country === 'US' && (
              <LinkButton to="/dashboard/tax-exemption" variant="secondary">
                {dashboardTexts.parts.taxExemption}
              </LinkButton>
            )}
            <Button
              icon={<Icon name="plus" className="size-4" />}
              disabled={!addresses || isFull}
              onClick={() => setEditing({})}
            >
              {texts.add}
            </Button>
          </div>
        }
      />
      {isFull && <p className="mb-4 text-ink-soft">{texts.full(MAX_ADDRESSES)}</p>}
      <QueryError of={book} />
      {book.isPending && <Skeleton className="h-64 w-full" />}
      {addresses?.length === 0 && (
        <EmptyState title={texts.none}>
          <p>{texts.noneYet}</p>
        </EmptyState>
      )}
      <ul aria-label={texts.title} className="grid gap-4 sm:grid-cols-2 2xl:grid-cols-3">
        {addresses?.map((address) => (
          <li key={address._id} data-row="" tabIndex={-1} aria-label={address.name}>
            <AddressCard
              address={address}
              onEdit={() => setEditing({ address })}
              onDelete={() => ask(address)}
            />
          </li>
        ))}
      </ul>
      <Dialog
        open={editing !== undefined && addresses !== undefined}
        onClose={close}
        title={editing?.address ? texts.editTitle : texts.addTitle}
      >
        <Suspense fallback={<Skeleton className="h-96 w-120 max-w-full" />}>
          <LazyAddressForm {...editing} home={addresses?.[0]?.country ?? country} onClose={close} />
        </Suspense>
      </Dialog>
      <DeleteDialog {...deletion}>{row?.text}</DeleteDialog>
    </>
  );
}

type CardProps = { address: Address; onEdit: () => void; onDelete: () => void };

function AddressCard({ address, onEdit, onDelete }: CardProps) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { _id: id, name, lines, phone, isDefault } = address;
  const making = useAction({
    call: () => api.call(makeDefaultAddressCall, { params: { id } }),
    changes: [addressesKey(email)],
    done: texts.isDefault,
  });
  return (
    <RowCard
      title={<span className="wrap-anywhere">{name}</span>}
      badge={isDefault && <Badge tone="accent">{texts.default}</Badge>}
      actions={
        <>
          <Button variant="secondary" aria-label={texts.editOf(name)} onClick={onEdit}>
            {texts.edit}
          </Button>
          {!isDefault && (
            <Button
              variant="secondary"
              aria-label={texts.makeDefaultOf(name)}
              busy={making.isPending}
              onClick={() => making.mutate()}
            >
              {texts.makeDefault}
            </Button>
          )}
          <DeleteButton aria-label={texts.deleteOf(name)} onClick={onDelete} />
        </>
      }
      body={
        <>
          <address className="whitespace-pre-line not-italic wrap-anywhere">
            <SavedText text={lines.join('\n')} />
          </address>
          {phone && <p className="text-ink-soft tabular-nums">{phone}</p>}
        </>
      }
    />
  );
}
