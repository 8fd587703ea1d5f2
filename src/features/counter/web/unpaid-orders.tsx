import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { listOrdersCall } from '#features/orders/contract.ts';
import { byStaffTexts as texts } from '#features/orders/texts/by-staff.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { openInvoiceTexts } from '#features/payments/open-invoices/screen-texts.ts';
import { InvoiceForm } from '#features/payments/web/open-invoices/invoice-form.tsx';
import { InvoiceNote } from '#features/payments/web/open-invoices/invoice-note.tsx';
import { newQuotePath, QuoteLink } from '#features/quotes/web/quote-parts.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { createSelection, SelectAll, SelectRow, useSelection } from '#ui/dashboard/selection.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { uiTexts } from '#ui/texts.ts';
import { useAction } from '#ui/use-action.ts';
import { useRows } from '#ui/use-list.ts';
import { sendPayLinkCall } from '../contract.ts';
import { AccountNotice, type CustomersAccount, canBeServed } from './customer-account.tsx';
import { InvoicePaidForm } from './mark-invoice-paid.tsx';
import { MarkPaidForm } from './mark-paid-form.tsx';
import { PlaceForCustomer } from './place-for-customer.tsx';

type Props = { customer: CustomersAccount; changed: () => Promise<unknown> };

/** The staff's actions for a customer at the counter or on the phone: place an order, send a payment link for
 * the ticked orders, take money for them. */
export function UnpaidOrders({ customer, changed }: Props) {
  const { email, emailVerified } = customer;
  const { api } = useSession();
  const queries = useQueryClient();
  const [selection] = useState(() => createSelection({}));
  // A link may ask for one tool, such as the replacement of a returned one.
  const [search] = useSearchParams();
  const toolId = search.get('place') ?? undefined;
  const [isPlacing, setPlacing] = useState(toolId !== undefined && canBeServed(customer));
  const [isPaying, setPaying] = useState(false);
  const [isInvoicing, setInvoicing] = useState(false);
  const all = useRef<HTMLInputElement>(null);
  const key = ['unpaid-orders', email];
  const list = useRows(key, ({ cursor, signal }) =>
    api.list(listOrdersCall, { query: { email, status: 'unpaid', cursor }, signal }),
  );
  const unpaid = list.rows?.filter(({ unavailable }) => unavailable === null) ?? [];
  const selected = useSelection(selection, (state) => state.selected);
  const ticked = unpaid.filter(({ _id }) => selected.has(_id));
  const toQuote = ticked.filter(({ quote, openInvoice }) => !quote && !openInvoice).slice(0, MAX_ORDERS_PAID);
  const toInvoice = ticked.filter(({ openInvoice }) => !openInvoice).slice(0, MAX_ORDERS_PAID);
  const refresh = () => Promise.all([changed(), queries.invalidateQueries({ queryKey: key })]);
  const sending = useAction({
    call: () =>
      api.call(sendPayLinkCall, { params: { email }, body: { orderIds: ticked.map(({ _id }) => _id) } }),
    done: texts.linkSent(email),
  });
  const isNoneTicked = ticked.length === 0;
  const [first] = ticked;
  // An invoice is paid as a whole; ticked beside others, the server says so.
  const invoiced = ticked.every((order) => order.openInvoice?.number === first?.openInvoice?.number)
    ? first?.openInvoice && first
    : undefined;
  return (
    <>
      <AccountNotice customer={customer} />
      {!list.rows && list.error && (
        <ErrorState message={errorMessage(list.error)} onRetry={list.retry} retrying={list.retrying} />
      )}
      {!list.rows && !list.error && <Skeleton className="h-24 w-full" />}
      {list.rows && unpaid.length === 0 && <p className="text-ink-soft">{texts.none}</p>}
      {unpaid.length > 0 && (
        <>
          <SelectAll
            ref={all}
            ids={unpaid.map(({ _id }) => _id)}
            ticked={ticked.length}
            label={texts.selectAll}
            selection={selection}
          />
          <ul className="max-h-96 divide-y divide-line overflow-y-auto border-y border-line">
            {unpaid.map(({ _id, number, toolName, partNumber, price, quote, ...order }) => (
              <li key={_id} className="flex items-center gap-2 py-1 text-sm">
                <SelectRow id={_id} label={texts.select(number)} selection={selection} />
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <SavedText text={texts.units(number, orderListTexts.numberedTool(toolName, partNumber))} />{' '}
                  {quote && <QuoteLink quote={quote} />} <InvoiceNote order={order} />
                </span>
                <Price amount={price} className="font-semibold" />
              </li>
            ))}
          </ul>
        </>
      )}
      <div className="flex flex-wrap gap-3">
        {list.hasMore && (
          <Button size="sm" variant="secondary" busy={list.loadingMore} onClick={list.loadMore}>
            {uiTexts.loadMore}
          </Button>
        )}
        {canBeServed(customer) && (
          <>
            <Button size="sm" onClick={() => setPlacing(true)}>
              {texts.place}
            </Button>
            <LinkButton
              size="sm"
              variant="secondary"
              to={`/dashboard/quick-order?${new URLSearchParams({ customer: email })}`}
            >
              {texts.placeMany}
            </LinkButton>
          </>
        )}
        {unpaid.length > 0 && (
          <>
            {emailVerified && (
              <Button
                disabled={isNoneTicked}
                size="sm"
                variant="secondary"
                busy={sending.isPending}
                onClick={() => sending.mutate()}
              >
                {texts.emailLink}
              </Button>
            )}
            <Button disabled={isNoneTicked} size="sm" variant="secondary" onClick={() => setPaying(true)}>
              {texts.markPaid}
            </Button>
            {emailVerified && (
              <>
                <Button
                  size="sm"
                  variant="secondary"
                  disabled={toInvoice.length === 0}
                  onClick={() => setInvoicing(true)}
                >
                  {openInvoiceTexts.issue}
                </Button>
                {toQuote.length > 0 ? (
                  <LinkButton size="sm" variant="secondary" to={newQuotePath(email, toQuote)}>
                    {texts.makeQuote}
                  </LinkButton>
                ) : (
                  <Button size="sm" variant="secondary" disabled>
                    {texts.makeQuote}
                  </Button>
                )}
              </>
            )}
            <p className="min-h-5 w-full text-sm text-ink-soft">{isNoneTicked && texts.tickFirst}</p>
          </>
        )}
      </div>
      <Dialog open={isPaying} onClose={() => setPaying(false)} title={texts.markPaid}>
        {invoiced ? (
          <InvoicePaidForm email={email} orderId={invoiced._id} onClose={() => setPaying(false)} />
        ) : (
          <MarkPaidForm email={email} orders={ticked} changed={refresh} onClose={() => setPaying(false)} />
        )}
      </Dialog>
      <Dialog open={isInvoicing} onClose={() => setInvoicing(false)} title={openInvoiceTexts.issueTitle}>
        <InvoiceForm email={email} orders={toInvoice} changed={refresh} onClose={() => setInvoicing(false)} />
      </Dialog>
      <Dialog open={isPlacing} onClose={() => setPlacing(false)} title={texts.place}>
        <PlaceForCustomer email={email} toolId={toolId} changed={refresh} onClose={() => setPlacing(false)} />
      </Dialog>
    </>
  );
}
