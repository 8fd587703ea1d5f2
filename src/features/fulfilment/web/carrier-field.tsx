import { useQuery } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { Link } from 'react-router';
import { listCarriersCall } from '#features/orders/carrier-contract.ts';
import { shipFormTexts as texts } from '#features/orders/texts/desk.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser, useRole } from '#features/users/web/use-dashboard.ts';
import { SelectField } from '#ui/field.tsx';

/** Selects one of the shop's carriers, or none. A selected one that has left the list remains visible: the
 * shop rejects it on sending. */
export function CarrierField({
  value,
  ...field
}: Omit<ComponentProps<typeof SelectField>, 'label'> & { value: string }) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { data: role } = useRole(email);
  const { data = [] } = useQuery({
    queryKey: ['carriers'],
    queryFn: ({ signal }) => api.call(listCarriersCall, { signal }),
  });
  return (
    <SelectField
      label={texts.carrier}
      hint={
        role === 'admin' && (
          <Link to="/dashboard/carriers" className="text-link">
            {texts.editCarriers}
          </Link>
        )
      }
      {...field}
      value={value}
    >
      <option value="">{texts.noCarrier}</option>
      {data.map(({ _id, name }) => (
        <option key={_id}>{name}</option>
      ))}
      {value !== '' && !data.some(({ name }) => name === value) && <option>{value}</option>}
    </SelectField>
  );
}
