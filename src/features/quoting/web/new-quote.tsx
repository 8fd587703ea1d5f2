import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { type BuyersOrder, listOrdersCall } from '#features/orders/contract.ts';
import { offerToCustomerCall } from '#features/quotes/contract.ts';
import { quotePath } from '#features/quotes/web/quote-parts.tsx';
import { StaffOnly } from '#features/users/web/admin-only.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { LinkButton } from '#ui/button.tsx';
import { createAttemptKeys } from '#ui/client/new-key.ts';
import { PageHead } from '#ui/dashboard/page-head.tsx';
import { EmailText } from '#ui/dashboard/row-card.tsx';
import { EmptyState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { type PageArgs, pageMeta } from '#ui/page-meta.ts';
import { notify } from '#ui/toast.tsx';
import { offerTexts, newQuoteTexts as texts } from '../screen-texts.ts';
import { OfferForm } from './offer-form.tsx';
import type { PricedLine } from './offer-rules.ts';

export const meta = (page: PageArgs) => pageMeta(page, texts.title, texts.description);

/** Lets staff offer prices to a customer who has not requested a quote: for the unpaid orders in the URL, or
 * for all. */
export default function NewQuotePage() {
  const [parameters] = useSearchParams();
  const email = parameters.get('customer') ?? '';
  const ids = parameters.get('orders') ?? '';
  return (
    <StaffOnly title={texts.title}>
      <NewQuote key={email} email={email} ids={ids} />
    </StaffOnly>
  );
}

function NewQuote({ email, ids }: { email: string; ids: string }) {
  const { api } = useSession();
  const unpaid = useQuery({
    queryKey: ['orders', email, 'to quote', ids],
    queryFn: async ({ signal }) => {
      const query = { email, ids: ids || undefined, status: 'unpaid' as const, limit: MAX_ORDERS_PAID };
      return (await api.list(listOrdersCall, { query, signal })).rows.filter(canBeQuoted).map(toLine);
    },
    // The input refers to the orders as they were when the form opened.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return (
    <>
      <PageHead
        title={texts.title}
        lead={<EmailText email={email} />}
        actions={
          <LinkButton to={`/dashboard/users/${encodeURIComponent(email)}`} variant="secondary" size="sm">
            {texts.toCustomer}
          </LinkButton>
        }
      />
      <QueryError of={unpaid} />
      {unpaid.isPending && <Skeleton className="h-96 w-full" />}
      {unpaid.data?.length === 0 && <EmptyState title={texts.none}>{texts.noneYet}</EmptyState>}
      {unpaid.data && unpaid.data.length > 0 && <NewOfferForm email={email} lines={unpaid.data} />}
    </>
  );
}

const canBeQuoted = ({ quote, unavailable }: BuyersOrder) => quote === null && unavailable === null;

/** Converts an order to a line with its tool's current price. */
const toLine = ({
  _id,
  number,
  toolName,
  partNumber,
  img,
  picture,
  minQuantity,
  ...order
}: BuyersOrder): PricedLine => ({
  orderId: _id,
  orderNumber: number,
  toolName,
  partNumber,
  img,
  picture,
  quantity: minQuantity,
  unitPrice: null,
  toolUnitPrice: order.newUnitPrice ?? order.unitPrice,
});

function NewOfferForm({ email, lines }: { email: string; lines: readonly PricedLine[] }) {
  const { api } = useSession();
  const navigate = useNavigate();
  const [keys] = useState(createAttemptKeys);
  return (
    <OfferForm
      lines={lines}
      send={(body) =>
        api.call(offerToCustomerCall, {
          params: { email },
          body,
          headers: { 'idempotency-key': keys.keyFor(body) },
        })
      }
      onSent={({ _id }) => {
        notify.success(offerTexts.sent(email));
        void navigate(quotePath(_id));
      }}
    />
  );
}
