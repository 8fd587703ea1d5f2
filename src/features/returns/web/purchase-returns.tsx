import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { Moment } from '#ui/moment.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { listReturnsCall } from '../contract.ts';
import { returnsTexts as texts } from '../screen-texts.ts';
import { ReturnBadge, ReturnLink, returnsKey } from './return-parts.tsx';

/** Lists the returns of a purchase for staff; `children` frames the list. Nothing if there are none. */
export function PurchaseReturns({
  number,
  children,
}: {
  number: string;
  children: (list: ReactNode) => ReactNode;
}) {
  const { api } = useSession();
  const found = useQuery({
    queryKey: [...returnsKey, 'of', number],
    queryFn: ({ signal }) => api.list(listReturnsCall, { query: { q: number }, signal }),
  });
  const returns = found.data?.rows.filter(({ purchaseNumber }) => purchaseNumber === number) ?? [];
  if (returns.length === 0) return null;
  return children(
    <ul className="divide-y divide-line">
      {returns.map((made) => (
        <li key={made._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 first:pt-0 last:pb-0">
          <ReturnLink of={made} />
          <ReturnBadge state={made.state} reader="staff" />
          <Moment isShort at={made.requestedAt} className="text-sm text-ink-soft" />
          <span className="w-full text-sm wrap-anywhere">
            {made.lines.map(({ orderId, quantity, toolName }) => (
              <span key={orderId} className="block">
                <SavedText text={texts.units(quantity, toolName)} />
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>,
  );
}
