import { memo } from 'react';
import { Link } from 'react-router';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { cartTexts as texts } from '#features/orders/texts/cart.ts';
import { orderListTexts } from '#features/orders/texts/orders.ts';
import { type NotPayable, whyNotPayable } from '#features/orders/web/cart-rules.ts';
import { OrderPicture } from '#features/orders/web/order-list.tsx';
import { QuoteLink } from '#features/quotes/web/quote-parts.tsx';
import { Button } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { errorMessage } from '#ui/client/api-client.ts';
import { usePrice } from '#ui/client/load-context.ts';
import { SelectRow } from '#ui/dashboard/selection.tsx';
import { Icon } from '#ui/icon.tsx';
import { useTimes } from '#ui/moments.ts';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';
import { LineQuantity } from './line-quantity.tsx';
import { useLineChanges, useTicks } from './use-cart.ts';

export type LineActions = Record<'onRemove' | 'onEdit', (line: BuyersOrder) => void>;

type CartLineProps = { line: BuyersOrder } & LineActions;

/** An unpaid order as a line of the cart. A line that cannot be paid shows why, and what to do about it. */
export const CartLine = memo(function CartLine({ line, onRemove, onEdit }: CartLineProps) {
  const ticks = useTicks();
  const { toolId, toolName, number, terms, heldUntil, quote } = line;
  const reason = whyNotPayable(line);
  return (
    <li
      data-row=""
      tabIndex={-1}
      aria-label={toolName}
      className="flex flex-wrap items-start gap-x-4 gap-y-3 border-b border-line py-4 pr-3 pl-2 last:border-b-0"
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        {reason ? (
          <span className="size-8 shrink-0" />
        ) : (
          <SelectRow id={line._id} label={texts.select(toolName, number)} selection={ticks} />
        )}
        <OrderPicture order={line} className="w-16 sm:w-20" />
        <div className="min-w-0 flex-1 text-sm">
          <h2 className="text-base font-semibold tracking-normal font-stretch-normal wrap-anywhere">
            {terms ? (
              <Link to={`/tools/${toolId}`} className="hover:underline">
                <SavedText text={toolName} />
              </Link>
            ) : (
              <SavedText text={toolName} />
            )}
          </h2>
          <p className="mt-1 flex flex-wrap gap-x-3 text-ink-soft tabular-nums">
            <span>{number}</span>
            {terms?.part_number && (
              <span className="wrap-anywhere">{orderListTexts.partNumber(terms.part_number)}</span>
            )}
          </p>
          <p className="text-ink-soft tabular-nums">
            <Price amount={line.unitPrice} /> {texts.each}
          </p>
          {quote && <QuoteLink quote={quote} />}
          {terms && !quote && !heldUntil && (
            <button
              type="button"
              aria-label={texts.editOrder(toolName)}
              onClick={() => onEdit(line)}
              className="inline-flex min-h-6 items-center text-link"
            >
              {texts.edit}
            </button>
          )}
          {heldUntil && <HeldForPayment line={line} until={heldUntil} />}
        </div>
      </div>
      <div className="flex flex-wrap items-start justify-end gap-x-2 gap-y-2 max-sm:w-full sm:gap-x-4">
        {quote && (
          <p className="flex min-h-11 items-center text-sm text-ink-soft tabular-nums">
            {texts.units(line.minQuantity)}
          </p>
        )}
        {terms && !quote && reason?.kind !== 'sold_out' && (
          <LineQuantity
            line={line}
            terms={terms}
            isAsking={reason?.kind === 'new_price' || heldUntil !== null}
          />
        )}
        <div className="ml-auto grid justify-items-end sm:w-24">
          <Price
            amount={line.price}
            className={classNames(
              'flex min-h-11 items-center font-semibold',
              reason && 'text-ink-soft',
              reason && reason.kind !== 'quoted' && 'line-through',
            )}
          />
        </div>
        {quote ? (
          <span className="size-11" />
        ) : (
          <Button
            variant="quiet"
            className="size-11 px-0! text-bad!"
            aria-label={texts.remove(toolName)}
            onClick={() => onRemove(line)}
          >
            <Icon name="trash" />
          </Button>
        )}
      </div>
      {reason && <NotPayableNote line={line} reason={reason} />}
    </li>
  );
});

/** Shows until when a payment locks the line, and a way to unlock it sooner. */
function HeldForPayment({ line, until }: { line: BuyersOrder; until: string }) {
  const { endPayment } = useLineChanges(line);
  const times = useTimes();
  const ending = useAction({ call: endPayment, onRefused: 'shown' });
  return (
    <>
      <p className="mt-1 text-ink-soft">{texts.heldUntil(times.clockTime(until))}</p>
      <button
        type="button"
        aria-label={texts.endPaymentOf(line.toolName)}
        disabled={ending.isPending}
        onClick={() => ending.mutate()}
        className="inline-flex min-h-6 items-center text-link"
      >
        {texts.endPayment}
      </button>
      {ending.error && (
        <p role="alert" className="font-medium text-bad">
          {errorMessage(ending.error)}
        </p>
      )}
    </>
  );
}

/** Shows why a line is not in the total, and how to include it if possible. */
function NotPayableNote({ line, reason }: { line: BuyersOrder; reason: NotPayable }) {
  const asPrice = usePrice();
  const { changeQuantity, acceptPrice } = useLineChanges(line);
  const act = useAction({ call: (change: () => Promise<void>) => change(), onRefused: 'shown' });
  const { toolName, unitPrice, newUnitPrice, terms, quote, openInvoice } = line;
  const words = {
    gone: () => texts.gone,
    invoiced: () => texts.invoiced(openInvoice?.number ?? ''),
    quoted: () => (quote?.state === 'asked' ? texts.quoteAsked : texts.quoteOffered),
    sold_out: (left: number) =>
      terms && left > 0
        ? texts.tooFewLeft(terms.available_quantity, terms.min_order_quantity)
        : texts.soldOut,
    too_many: (left: number) => texts.tooMany(left),
    new_price: () => texts.newPrice(asPrice(unitPrice), asPrice(newUnitPrice ?? unitPrice)),
  };
  const left = 'most' in reason ? reason.most : 0;
  const isQuestion = reason.kind === 'new_price';
  return (
    <div
      className={classNames(
        'flex w-full flex-wrap items-center gap-x-4 gap-y-2 rounded-md border px-3 py-2 text-sm',
        isQuestion || ['too_many', 'quoted', 'invoiced'].includes(reason.kind)
          ? 'border-warn/40 bg-warn-wash'
          : 'border-bad/40 bg-bad-wash',
      )}
    >
      <p className="min-w-40 flex-1">
        <strong className="font-semibold">{words[reason.kind](left)}</strong> {texts.notIncluded}
      </p>
      {reason.kind === 'too_many' && (
        <Button
          size="sm"
          variant="secondary"
          busy={act.isPending}
          onClick={() => act.mutate(() => changeQuantity(left))}
        >
          {texts.take(left)}
        </Button>
      )}
      {isQuestion && (
        <Button
          size="sm"
          variant="secondary"
          busy={act.isPending}
          aria-label={texts.acceptPriceOf(toolName)}
          onClick={() => act.mutate(acceptPrice)}
        >
          {texts.acceptPrice}
        </Button>
      )}
      {act.error && (
        <p role="alert" className="w-full font-medium text-bad">
          {errorMessage(act.error)}
        </p>
      )}
    </div>
  );
}
