import type { Parcel } from '#features/orders/parcel-contract.ts';
import { LinkButton } from '#ui/button.tsx';

type SlipLinkProps = { parcel: Parcel; label: string; name?: string };

/** Opens the packing slip of a parcel, which is printed at once. `name` is read out in the label's place. */
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
