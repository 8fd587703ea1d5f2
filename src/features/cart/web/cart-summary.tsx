import { useState } from 'react';
import type { Address } from '#features/addresses/contract.ts';
import { addressPickerTexts } from '#features/addresses/texts.ts';
import { AddressPicker } from '#features/addresses/web/address-picker.tsx';
import { type AddressBook, useAddresses } from '#features/addresses/web/use-addresses.ts';
import { type ChargesReply, MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { undeliverableTexts } from '#features/charge-rules/texts/charges.ts';
import type { BuyersOrder, Order } from '#features/orders/contract.ts';
import { cartSumTexts as texts } from '#features/orders/texts/cart.ts';
import {
  chosenLines,
  type PaymentChoice,
  payPath,
  sumOf,
  whyNotPayable,
} from '#features/orders/web/cart-rules.ts';
import { ChargeRows, SumRow } from '#features/orders/web/charge-rows.tsx';
import { paymentTexts } from '#features/payments/texts.ts';
import { MethodField, useCharges } from '#features/payments/web/charges.tsx';
import { QuoteLink } from '#features/quotes/web/quote-parts.tsx';
import { AskQuote } from '#features/quoting/web/ask-quote.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button, LinkButton } from '#ui/button.tsx';
import { keepDraft, readDraft } from '#ui/client/drafts.ts';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { useSelection } from '#ui/dashboard/selection.tsx';
import { Icon } from '#ui/icon.tsx';
import { QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { Price, PriceNote } from '#ui/price.tsx';
import { CartWords } from './cart-words.tsx';
import { useTicks } from './use-cart.ts';

/** The total of the ticked lines, their delivery, and the Pay button, which stays at the bottom of the window
 * on a phone. */
export function CartSummary({ lines }: { lines: readonly BuyersOrder[] }) {
  const { currency } = useShopSettings();
  const { chosen, ticked, unsaved } = useChosen(lines);
  const { email } = useDashboardUser();
  const book = useAddresses(email);
  const [choice, changeChoice] = useChoice(book.data);
  const charges = useCharges(chosen, choice, !book.isPending);
  const { data } = charges;
  const [newest, ...others] = lines.filter(({ openInvoice }) => openInvoice === null);
  const hindered = lines.flatMap((line) => whyNotPayable(line)?.kind ?? []);
  const quoted = hindered.filter((kind) => kind === 'quoted').length;
  const goods = sumOf(chosen, currency);
  if (lines.length > 0 && hindered.length === lines.length) return <NothingToPay lines={lines} />;
  // Renders only when complete: parts added later would move Pay.
  if (book.isPending || (charges.isPending && chosen.length > 0)) {
    return <Skeleton className="mt-6 h-72 w-full xl:mt-10" />;
  }
  return (
    <section aria-label={texts.title} className="max-xl:contents xl:sticky xl:top-20">
      <div className="mt-6 space-y-4 rounded-md border border-line bg-surface p-4 sm:p-5 xl:mt-10 xl:rounded-b-none xl:border-b-0">
        <h2 className="text-lg">{texts.title}</h2>
        <dl className="space-y-1 text-sm" aria-live="polite">
          {/* Otherwise it is in the selection below. */}
          {chosen.length > 0 && !data?.collected && book.data?.length === 0 && (
            <SumRow label={paymentTexts.deliverTo}>{destinationOf(chosen)}</SumRow>
          )}
          {data && chosen.length > 0 ? (
            <ChargeRows charges={data} ordered={goods} label={texts.goods(chosen.length)} />
          ) : (
            <SumRow label={texts.goods(chosen.length)}>
              <Price amount={goods} />
            </SumRow>
          )}
        </dl>
        {!data && <PriceNote />}
        {quoted > 0 && <p className="text-sm text-ink-soft">{texts.awaitingQuote(quoted)}</p>}
        {hindered.length > quoted && (
          <p className="text-sm text-warn">{texts.notIncluded(hindered.length - quoted)}</p>
        )}
        {ticked > chosen.length && (
          <p className="text-sm text-ink-soft">{texts.most(MAX_ORDERS_PAID, ticked - chosen.length)}</p>
        )}
        <DeliveryChoice orders={chosen} book={book} charges={data} choice={choice} onChoice={changeChoice} />
        <QueryError of={charges} />
        {newest && <CartWords lines={[newest, ...others]} />}
        <AskQuote orders={chosen.filter(({ quote }) => quote === null)} />
      </div>
      <PayFoot
        path={payPath(
          chosen.map(({ _id }) => _id),
          choice,
        )}
        amount={chosen.length > 0 ? (data?.total ?? goods) : 0}
        isReckoning={unsaved.includes('saving') || charges.isPlaceholderData || charges.isPending}
        whyOff={
          (chosen.length === 0 && texts.nothing) ||
          (unsaved.includes('wrong') && texts.unsaved) ||
          (data?.undeliverable && `${undeliverableTexts[data.undeliverable]}.`) ||
          undefined
        }
      />
    </section>
  );
}

/** In place of the sum while no line can be paid: the quotes to wait for, and how many lines need something
 * else. */
function NothingToPay({ lines }: { lines: readonly BuyersOrder[] }) {
  const quotes = new Map(lines.flatMap(({ quote }) => (quote ? [[quote._id, quote] as const] : [])));
  const others = lines.filter((line) => whyNotPayable(line)?.kind !== 'quoted').length;
  return (
    <section
      aria-label={texts.title}
      className="mt-6 space-y-2 rounded-md border border-line bg-surface p-4 sm:p-5 xl:mt-10"
    >
      <h2 className="text-lg">{texts.title}</h2>
      <p>{texts.waitingFor}</p>
      {others > 0 && <p className="text-sm text-warn">{texts.notIncluded(others)}</p>}
      <ul>
        {[...quotes.values()].map((quote) => (
          <li key={quote._id}>
            <QuoteLink quote={quote} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The orders' own address, in one line. */
function destinationOf(orders: readonly Order[]) {
  const [address, another] = new Set(orders.map((order) => order.address));
  return another === undefined ? address : addressPickerTexts.asOrdered;
}

/** The lines to pay for, how many more are ticked, and which of them are not saved yet. */
function useChosen(lines: readonly BuyersOrder[]) {
  const ticks = useTicks();
  const selected = useSelection(ticks, (state) => state.selected);
  const unsaved = useSelection(ticks, (state) => state.unsaved);
  const chosen = chosenLines(lines, selected);
  return {
    chosen,
    ticked: lines.filter((line) => selected.has(line._id) && !whyNotPayable(line)).length,
    unsaved: chosen.map(({ _id }) => unsaved.get(_id)),
  };
}

const DRAFT = 'cart-delivery';

/** The buyer's delivery choice, remembered while the tab is open. An address that has left the book is not
 * chosen. */
function useChoice(book: readonly Address[] | undefined) {
  const { email } = useDashboardUser();
  const [kept, setChoice] = useState<PaymentChoice>(() => readDraft(DRAFT, email) ?? {});
  const inBook = (id: string | undefined) => (book && !book.some(({ _id }) => _id === id) ? undefined : id);
  const choice = { method: kept.method, to: inBook(kept.to), bill: inBook(kept.bill) };
  const change = (changed: PaymentChoice) => {
    const next = { ...choice, ...changed };
    setChoice(next);
    keepDraft(DRAFT, email, {
      ...(next.method && { method: next.method }),
      ...(next.to && { to: next.to }),
      ...(next.bill && { bill: next.bill }),
    });
  };
  return [choice, change] as const;
}

type PayFootProps = { path: string; amount: number; isReckoning: boolean; whyOff: string | undefined };

function PayFoot({ path, amount, isReckoning, whyOff }: PayFootProps) {
  const asPrice = usePrice();
  const look = { className: 'w-full', icon: <Icon name="card" /> };
  const words = texts.pay(asPrice(amount));
  return (
    <div className="sticky bottom-0 z-10 -mx-4 border-t border-line bg-surface px-4 pt-3 pb-4 sm:mx-0 sm:rounded-b-md sm:border sm:px-5 xl:static">
      <p className="flex items-baseline justify-between gap-4 font-semibold">
        {texts.total}
        <Price amount={amount} className="text-xl" />
      </p>
      <div className="mt-3">
        {whyOff || isReckoning ? (
          <Button {...look} disabled={Boolean(whyOff)} busy={!whyOff}>
            {words}
          </Button>
        ) : (
          <LinkButton {...look} to={path}>
            {words}
          </LinkButton>
        )}
      </div>
      <p role="status" className="mt-1 text-sm text-ink-soft empty:hidden">
        {whyOff}
      </p>
    </div>
  );
}

type DeliveryChoiceProps = {
  orders: readonly Order[];
  book: AddressBook;
  charges: ChargesReply | undefined;
  choice: PaymentChoice;
  onChoice: (change: PaymentChoice) => void;
};

/** The choice of delivery method, if there is one, and of delivery and billing address from the address
 * book. */
function DeliveryChoice({ orders, book, charges, choice, onChoice }: DeliveryChoiceProps) {
  return (
    <div className="grid gap-4">
      <MethodField charges={charges} onChoose={(method) => onChoice({ method })} />
      <AddressPicker
        book={book}
        choice={choice}
        onChoose={({ to, bill }) => onChoice({ to, bill })}
        ordered={orders.map(({ address }) => address)}
      />
    </div>
  );
}
