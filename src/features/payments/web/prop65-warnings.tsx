import { useSearchParams } from 'react-router';
import { useAddresses } from '#features/addresses/web/use-addresses.ts';
import { Prop65Warning } from '#features/catalogue/web/prop65-warning.tsx';
import type { Order } from '#features/orders/contract.ts';
import { readChoice } from '#features/orders/web/cart-rules.ts';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { useDuty } from '#ui/client/use-duty.ts';

type Place = { country: string | null; region: string | null };

/** The warnings that a buyer in California sees before paying (27 CCR § 25602(b)), in a shop with that duty. An
 * order that may go there counts as going there. */
export function Prop65Warnings({ orders }: { orders: readonly Order[] }) {
  const hasDuty = useDuty();
  const [parameters] = useSearchParams();
  const { email } = useDashboardUser();
  const { data: addresses } = useAddresses(email);
  const chosen: Place | undefined = addresses?.find(({ _id }) => _id === readChoice(parameters).to);
  const warned = orders.filter(
    ({ prop65Warning, destination }) => prop65Warning !== null && mayBeCalifornia(chosen ?? destination),
  );
  if (!hasDuty('proposition-65') || warned.length === 0) return null;
  return (
    <div className="space-y-3 md:col-span-full">
      {warned.map(({ _id, toolName, prop65Warning }) => (
        <Prop65Warning key={_id} tool={toolName} warning={prop65Warning ?? ''} />
      ))}
    </div>
  );
}

const mayBeCalifornia = (place: Place | null): boolean =>
  !place?.country || (place.country === 'US' && (!place.region || /^(CA|California)$/i.test(place.region)));
