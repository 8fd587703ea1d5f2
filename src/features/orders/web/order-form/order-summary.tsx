import { formatPrice } from '#contracts/money.ts';
import { orderFormTexts } from '#features/orders/texts/order-form.ts';
import { useShopSettings } from '#web/client/shop-settings.ts';
import { KeptText } from '#web/ui/kept-text.tsx';
import { Price } from '#web/ui/price.tsx';

interface OrderSummaryProps {
  toolName: string;
  unitPrice: number;
  quantity: number;
  /** What the order comes to, in the shop's currency; `undefined` while the quantity is none. */
  price: number | undefined;
}

/** What the order comes to; where there is room for it beside the form, also of what. */
export function OrderSummary({ toolName, unitPrice, quantity, price }: OrderSummaryProps) {
  const { currency } = useShopSettings();
  return (
    <div>
      <div className="mb-5 border-b border-line pb-5 max-lg:hidden">
        <p className="label-caps mb-3 text-ink-soft">{orderFormTexts.summary}</p>
        <p className="font-semibold wrap-anywhere">
          <KeptText text={toolName} />
        </p>
        <p className="mt-1 text-ink-soft tabular-nums">
          {price === undefined
            ? orderFormTexts.noTotal
            : orderFormTexts.timesPrice(quantity, formatPrice(unitPrice, currency))}
        </p>
      </div>
      <p aria-live="polite">
        {orderFormTexts.total}{' '}
        {price === undefined ? (
          orderFormTexts.noTotal
        ) : (
          <Price amount={price} className="text-lg font-bold lg:text-2xl" />
        )}
      </p>
    </div>
  );
}
