import { useQueryClient } from '@tanstack/react-query';
import { orderPrice } from '#contracts/money.ts';
import { acceptPriceCall, type Order } from '#features/orders/contract.ts';
import { CART } from '#features/orders/web/cart.tsx';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button, LinkButton } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { ErrorState } from '#ui/list-states.tsx';
import { Price } from '#ui/price.tsx';
import { SavedText } from '#ui/saved-text.tsx';
import { useAction } from '#ui/use-action.ts';
import { acceptPriceTexts as texts } from '../texts.ts';

/** Asks the buyer to accept the tool's current price before a payment starts (decision 49). With
 * `isOneOfSeveral` it names the order. */
export function AcceptPrice({
  order,
  isOneOfSeveral,
  onOutdated,
}: {
  order: Order;
  isOneOfSeveral: boolean;
  onOutdated: () => void;
}) {
  const { api } = useSession();
  const { currency } = useShopSettings();
  const queries = useQueryClient();
  const unitPrice = order.newUnitPrice ?? order.unitPrice;
  const total = orderPrice(unitPrice, order.minQuantity, currency) ?? order.price;
  const accept = useAction({
    call: () => api.call(acceptPriceCall, { params: { id: order._id }, body: { price: unitPrice } }),
    onDone: (accepted) => queries.setQueryData(['order', order._id], accepted),
    onRefused: onOutdated,
    changes: [['orders']],
  });
  const rows = [
    { label: texts.unitPrice, before: order.unitPrice, now: unitPrice },
    { label: texts.total, before: order.price, now: total },
  ];
  return (
    <section
      aria-labelledby="accept-price"
      className="rounded-md border border-warn/40 bg-warn-wash p-5 sm:p-6"
    >
      <h2 id="accept-price" className="text-xl">
        {texts.title}
      </h2>
      {isOneOfSeveral && (
        <p className="mt-2 font-semibold wrap-anywhere">
          <SavedText text={order.toolName} />
        </p>
      )}
      <p className="mt-2">{texts.lead}</p>
      <table className="mt-4 w-full tabular-nums">
        <thead>
          <tr className="text-sm text-ink-soft">
            <td />
            <th scope="col" className="py-1 text-right font-medium">
              {texts.before}
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              {texts.now}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, before, now }) => (
            <tr key={label} className="border-t border-line-strong">
              <th scope="row" className="py-2 text-left font-medium">
                {label}
              </th>
              <td className="py-2 text-right">
                <Price amount={before} />
              </td>
              <td className="py-2 text-right font-semibold">
                <Price amount={now} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {accept.error && <ErrorState message={errorMessage(accept.error)} />}
      <div className="mt-5 flex flex-wrap gap-3">
        <Button busy={accept.isPending} onClick={() => accept.mutate()}>
          {texts.accept}
        </Button>
        {isOneOfSeveral ? (
          <LinkButton to={CART} variant="secondary">
            {texts.declineOne}
          </LinkButton>
        ) : (
          <LinkButton to="/dashboard/orders" variant="secondary">
            {texts.decline}
          </LinkButton>
        )}
      </div>
    </section>
  );
}
