import { useQuery } from '@tanstack/react-query';
import { MarkInvoicePaid } from '#features/counter/web/mark-invoice-paid.tsx';
import { listInvoicesCall } from '#features/invoices/contract.ts';
import { invoiceTexts } from '#features/invoices/invoice-texts.ts';
import { invoicesTexts as texts } from '#features/invoices/texts.ts';
import type { Overview } from '#features/overview/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Badge } from '#ui/badge.tsx';
import { Price } from '#ui/price.tsx';

/** Maximum number of invoices shown beside the other parts of a page. */
const SHOWN = 5;

/** Fetches the newest invoices that await a transfer: of those past their due date, if there are any. */
export function useOpenInvoices(isWanted: boolean, overview: Overview | undefined) {
  const { api } = useSession();
  const status = overview && overview.unpaid.overdueInvoices > 0 ? 'overdue' : 'open';
  return useQuery({
    queryKey: ['invoices', 'awaited', status],
    queryFn: async ({ signal }) =>
      (await api.list(listInvoicesCall, { query: { status, limit: SHOWN }, signal })).rows,
    enabled: isWanted && overview !== undefined,
  });
}

/** Invoices that await a transfer, each with a button to mark it as paid. */
export function OpenInvoices({
  invoices,
}: {
  invoices: NonNullable<ReturnType<typeof useOpenInvoices>['data']>;
}) {
  return (
    <ul className="divide-y divide-line">
      {invoices.map(({ _id, number, buyer, email, orderId, dueOn, status, total }) => (
        <li key={_id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-2 first:pt-0">
          <div className="min-w-0 flex-1 basis-48">
            <p className="font-semibold wrap-anywhere">
              {number} · {buyer}
            </p>
            <p className="text-sm text-ink-soft">
              {status === 'overdue' && <Badge tone="bad">{texts.states.overdue}</Badge>}{' '}
              {dueOn && texts.dueOn(invoiceTexts.shortDate(dueOn))}
            </p>
          </div>
          <Price amount={total} className="font-semibold" />
          {orderId && <MarkInvoicePaid email={email} orderId={orderId} number={number} />}
        </li>
      ))}
    </ul>
  );
}
