import type { UseQueryResult } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { orderFormTexts as texts } from '#features/cart/order-form-texts.ts';
import type { Tool } from '#features/catalogue/contract.ts';
import { unitPriceIn } from '#features/catalogue/rules.ts';
import type { Order, OrderTerms } from '#features/orders/contract.ts';
import { CART } from '#features/orders/web/cart.tsx';
import { LinkButton } from '#ui/button.tsx';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { OrderTotal } from './order-fields.tsx';

/** Only after an order. */
const SaveAddress = lazy(() => import('#features/addresses/web/save-address.tsx'));

/** The order's total by the buyer's terms; where there is room beside the form, also its items. */
export function OrderSummary({
  tool,
  quantity,
  terms,
}: {
  tool: Tool;
  quantity: number;
  terms: UseQueryResult<OrderTerms>;
}) {
  const asPrice = usePrice();
  return (
    <div>
      <div className="mb-5 border-b border-line pb-5 max-lg:hidden">
        <p className="label-caps mb-3 text-ink-soft">{texts.summary}</p>
        <p className="font-semibold wrap-anywhere">
          <SavedText text={tool.name} />
        </p>
        <p className="mt-1 text-ink-soft tabular-nums">
          {terms.data && quantity > 0
            ? texts.timesPrice(quantity, asPrice(unitPriceIn(terms.data, quantity)))
            : texts.noTotal}
        </p>
      </div>
      <OrderTotal
        terms={terms.data}
        isLoading={terms.isFetching}
        quantity={quantity}
        className="text-lg font-bold lg:text-2xl"
      />
    </div>
  );
}

/** Confirms what was added to the cart, and links to the pay page, or to the cart if it has more lines, and
 * back to the tools. */
export function PlacedOrder({
  order,
  isOneOfSeveral,
  email,
}: {
  order: Order;
  isOneOfSeveral: boolean;
  email: string;
}) {
  const asPrice = usePrice();
  const { priceNote } = useShopSettings();
  const next = useRef<HTMLAnchorElement>(null);
  // The Add button, which had the focus, has just been removed.
  useEffect(() => next.current?.focus(), []);
  return (
    <div className="grid gap-3 rounded-md border border-good/40 bg-good-wash p-4">
      <p className="flex items-center gap-3">
        <Icon name="check" className="size-5 shrink-0 text-good" />
        <span className="min-w-0 flex-1 tabular-nums wrap-anywhere">
          {order.minQuantity} × {order.toolName}, <Price amount={order.price} className="font-semibold" />
        </span>
      </p>
      <div className="flex flex-wrap gap-3">
        {isOneOfSeveral && (
          <LinkButton ref={next} to={CART} className="flex-auto">
            {texts.goToCart}
          </LinkButton>
        )}
        <LinkButton
          ref={isOneOfSeveral ? undefined : next}
          to={`/dashboard/payment/${order._id}`}
          variant={isOneOfSeveral ? 'secondary' : 'primary'}
          className="flex-auto tabular-nums"
        >
          {/* If charges are added, only the pay page shows the amount. */}
          {priceNote ? texts.payNowMore : texts.payNow(asPrice(order.price))}
        </LinkButton>
        <LinkButton to="/tools" variant="secondary" className="flex-auto">
          {texts.keepShopping}
        </LinkButton>
      </div>
      <Suspense>
        <SaveAddress email={email} address={order.address} phone={order.phone} />
      </Suspense>
    </div>
  );
}
