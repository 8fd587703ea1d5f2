import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { awaitsPayment } from '#features/orders/order-states.ts';
import { CART } from '#features/orders/web/cart.tsx';
import { payPath } from '#features/orders/web/cart-rules.ts';
import { openInvoiceTexts } from '#features/payments/open-invoices/screen-texts.ts';
import { InvoiceForm } from '#features/payments/web/open-invoices/invoice-form.tsx';
import {
  acceptQuoteCall,
  declineQuoteCall,
  type Quote,
  withdrawQuoteCall,
} from '#features/quotes/contract.ts';
import { quotesKey, useQuoteAction, useQuoteChange } from '#features/quotes/web/use-quotes.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import { ConfirmButton } from '#ui/confirm-button.tsx';
import { DialogButton } from '#ui/dialog-button.tsx';
import { Icon } from '#ui/icon.tsx';
import { quoteTexts as texts } from '../screen-texts.ts';

type ActionsProps = { quote: Quote; state: Quote['state'] };

/** The buyer accepts the offer, which leads to payment, or declines it after a confirmation. */
export function BuyerActions({ quote, state }: ActionsProps) {
  const asPrice = usePrice();
  const { accepting, payment } = useAccepting(quote);
  if (state === 'paid') return null;
  if (state !== 'asked' && state !== 'offered' && state !== 'accepted') {
    return (
      <LinkButton className="flex-1" variant="secondary" to={CART}>
        {texts.toCart}
      </LinkButton>
    );
  }
  return (
    <>
      {state === 'offered' && (
        <Button
          className="flex-1"
          icon={<Icon name="check" />}
          busy={accepting.isPending}
          onClick={() => accepting.mutate()}
        >
          {texts.accept}
        </Button>
      )}
      {state === 'accepted' && (
        <LinkButton className="flex-1" icon={<Icon name="card" />} to={payment}>
          {texts.pay(asPrice(quote.price ?? 0))}
        </LinkButton>
      )}
      <DeclineQuote quote={quote} />
    </>
  );
}

function useAccepting(quote: Quote) {
  const { api } = useSession();
  const navigate = useNavigate();
  const { _id: id, version, price, lines } = quote;
  const unpaid = lines.filter(({ orderState }) => awaitsPayment(orderState));
  const payment = payPath(unpaid.map(({ orderId }) => orderId));
  const accepting = useQuoteAction(
    () => api.call(acceptQuoteCall, { params: { id }, body: { version, price: price ?? 0 } }),
    () => void navigate(payment),
  );
  return { accepting, payment };
}

/** Declines the buyer's own quote, whether it has been answered or not. */
function DeclineQuote({ quote }: { quote: Quote }) {
  const { api } = useSession();
  const isAsked = quote.state === 'asked';
  return (
    <AskedAction
      action={() => api.call(declineQuoteCall, { params: { id: quote._id } })}
      label={isAsked ? texts.cancel : texts.decline}
      title={isAsked ? texts.cancelTitle : texts.declineTitle}
      why={texts.declineWhy}
      done={isAsked ? texts.cancelled : texts.declined}
    />
  );
}

/** Withdraws a quote for the shop, whether it has been answered or not. */
export function WithdrawQuote({ quote }: { quote: Quote }) {
  const { api } = useSession();
  return (
    <AskedAction
      action={() => api.call(withdrawQuoteCall, { params: { id: quote._id } })}
      label={texts.withdraw}
      title={texts.withdrawTitle}
      why={texts.withdrawWhy}
      done={texts.withdrawn}
    />
  );
}

/** A button that ends a quote after a confirmation. */
function AskedAction({
  action,
  why,
  done,
  ...words
}: Record<'label' | 'title' | 'why' | 'done', string> & { action: () => Promise<Quote> }) {
  const ending = useQuoteChange(action);
  return (
    <ConfirmButton variant="danger" {...words} cancelLabel={texts.keep} action={{ ...ending, done }}>
      {why}
    </ConfirmButton>
  );
}

/** Invoices the unpaid orders of an accepted quote before payment, in a dialog. */
function InvoiceQuote({ quote: { email, lines } }: { quote: Quote }) {
  const queries = useQueryClient();
  const orders = lines
    .filter(({ orderState }) => awaitsPayment(orderState))
    .map(({ orderId: _id, orderNumber: number, toolName, partNumber, price, quantity: minQuantity }) => ({
      _id,
      number,
      toolName,
      partNumber,
      minQuantity,
      price: price ?? 0,
      address: '',
      purchaseOrderNumber: '',
    }));
  if (!email || orders.length === 0) return null;
  return (
    <DialogButton className="flex-1" label={openInvoiceTexts.issue} title={openInvoiceTexts.issueTitle}>
      {(close) => (
        <InvoiceForm
          email={email}
          orders={orders}
          changed={() => queries.invalidateQueries({ queryKey: quotesKey })}
          onClose={close}
        />
      )}
    </DialogButton>
  );
}

/** Staff offer other prices or withdraw the quote until it is paid. */
export function StaffActions({ quote, state, onOffer }: ActionsProps & { onOffer: () => void }) {
  return (
    <>
      {state === 'offered' && (
        <Button className="flex-1" variant="secondary" onClick={onOffer}>
          {texts.offerAgain}
        </Button>
      )}
      {state === 'accepted' && <InvoiceQuote quote={quote} />}
      {(state === 'offered' || state === 'accepted') && <WithdrawQuote quote={quote} />}
    </>
  );
}
