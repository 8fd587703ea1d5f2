import { Link } from 'react-router';
import type { BuyersOrder } from '#features/orders/contract.ts';
import { unavailableTexts } from '#features/orders/texts/errors.ts';
import { CART } from '#features/orders/web/cart.tsx';
import { type PaymentChoice, payPath, shortOrders } from '#features/orders/web/cart-rules.ts';
import { LinkButton } from '#ui/button.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { paySeveralTexts as texts } from '../texts.ts';

/** Returns the orders that no payment can be started for. */
export const leftOutOf = (orders: readonly BuyersOrder[]) =>
  orders.filter(({ paid, unavailable }) => paid || unavailable);

type OfOrders = { orders: readonly BuyersOrder[]; choice: PaymentChoice };

/** Lists the orders that can no longer be paid for, and links to a payment of the others. */
export function LeftOut({ orders, missing, choice }: OfOrders & { missing: number }) {
  const leftOut = leftOutOf(orders);
  const rest = orders.filter((order) => !leftOut.includes(order));
  return (
    <section
      aria-labelledby="left-out"
      className="max-w-prose rounded-md border border-warn/40 bg-warn-wash p-5 sm:p-6"
    >
      <h2 id="left-out" className="text-xl">
        {texts.leftOut(leftOut.length + missing)}
      </h2>
      <ul className="mt-3 space-y-2">
        {leftOut.map(({ _id, toolName, unavailable }) => (
          <li key={_id} className="wrap-anywhere">
            <span className="font-semibold">
              <SavedText text={toolName} />
            </span>
            <br />
            {unavailable ? unavailableTexts[unavailable] : texts.paidAlready}
          </li>
        ))}
        {missing > 0 && <li>{texts.missing(missing)}</li>}
      </ul>
      <p className="mt-3">{texts.nothingCharged}</p>
      <div className="mt-5 flex flex-wrap gap-3">
        {rest.length > 0 && (
          <LinkButton to={payPath(idsOf(rest), choice)} replace>
            {texts.goOn(rest.length)}
          </LinkButton>
        )}
        <LinkButton to={CART} variant="secondary">
          {texts.toCart}
        </LinkButton>
      </div>
    </section>
  );
}

/** Maximum number of names listed; the rest are counted. */
const NAMED = 2;

/** Links to a payment without the out-of-stock orders if any are left; else back to the cart. */
export function WithoutShort({ orders, choice }: OfOrders) {
  const short = shortOrders(orders);
  const rest = orders.filter((order) => !short.includes(order));
  const names = short.map(({ toolName }) => toolName);
  const shown = names.slice(0, NAMED).join(', ');
  const without = names.length > NAMED ? texts.and(shown, names.length - NAMED) : shown;
  const isOfUse = short.length > 0 && rest.length > 0;
  return (
    <span className="mt-1 block">
      {isOfUse && (
        <>
          <Link to={payPath(idsOf(rest), choice)} replace className="text-link wrap-anywhere">
            {texts.goOnWithout(without)}
          </Link>
          {' · '}
        </>
      )}
      <Link to={CART} className="text-link">
        {texts.toCart}
      </Link>
    </span>
  );
}

const idsOf = (orders: readonly BuyersOrder[]) => orders.map(({ _id }) => _id);
