import { Link } from 'react-router';
import type { Customer } from '#features/customers/contract.ts';
import { customerTexts as texts } from '#features/customers/texts.ts';
import { DeliveryMethod } from '#features/orders/web/order-details.tsx';
import { OrderBadge, OrderSum } from '#features/orders/web/order-list.tsx';
import { formatCount } from '#texts/locale.ts';
import { Badge } from '#ui/badge.tsx';
import { LinkButton } from '#ui/button.tsx';
import { usePrice } from '#ui/client/load-context.ts';
import { Moment } from '#ui/moment.tsx';
import { Rating } from '#ui/rating.tsx';
import { SavedText } from '#ui/saved-text.tsx';

/** A customer's orders in figures, the newest of them, and the way to all. */
export function CustomersOrders({ email, orders }: { email: string; orders: Customer['orders'] }) {
  const asPrice = usePrice();
  const { count, unpaid, toShip, spent, latest } = orders;
  if (count === 0) return <p className="text-ink-soft">{texts.noOrders}</p>;
  const figures = {
    count: formatCount(count),
    unpaid: formatCount(unpaid),
    toShip: formatCount(toShip),
    spent: asPrice(spent),
  };
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-2">
        {(['count', 'unpaid', 'toShip', 'spent'] as const).map((figure) => (
          <div key={figure}>
            <dt className="text-xs text-ink-soft">{texts.orderFigures[figure]}</dt>
            <dd className="mt-0.5 font-semibold tabular-nums">{figures[figure]}</dd>
          </div>
        ))}
      </dl>
      <ul className="divide-y divide-line">
        {latest.map((order) => (
          <li key={order._id} className="flex items-start justify-between gap-3 py-2 text-sm">
            <div className="min-w-0">
              <Link
                to={`/dashboard/manageorders?${new URLSearchParams({ q: order.number })}`}
                className="line-clamp-1 font-semibold underline-offset-4 hover:underline"
              >
                <SavedText text={order.toolName} />
              </Link>
              <OrderSum order={order} withTotal isInline />
              <Moment isShort at={order.placedAt} className="whitespace-nowrap text-ink-soft" />
              <DeliveryMethod order={order} />
            </div>
            <OrderBadge order={order} reader="staff" />
          </li>
        ))}
      </ul>
      <LinkButton
        to={`/dashboard/manageorders?${new URLSearchParams({ customer: email })}`}
        variant="secondary"
        size="sm"
      >
        {texts.allOrders(count)}
      </LinkButton>
    </>
  );
}

/** A customer's newest reviews, hidden ones too, and the way to all. */
export function CustomersReviews({ email, reviews }: { email: string; reviews: Customer['reviews'] }) {
  const { count, latest } = reviews;
  if (count === 0) return <p className="text-ink-soft">{texts.noReviews}</p>;
  return (
    <>
      <ul className="divide-y divide-line">
        {latest.map((review) => (
          <li key={review._id} className="py-2 text-sm">
            <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <Rating rate={review.rate} />
              <span className="min-w-0 font-semibold wrap-anywhere">{review.toolName ?? texts.ofShop}</span>
              {review.hidden && <Badge tone="warn">{texts.hidden}</Badge>}
            </span>
            <span className="mt-1 line-clamp-3 wrap-anywhere">{review.reviews}</span>
          </li>
        ))}
      </ul>
      <LinkButton
        to={`/dashboard/reviews?${new URLSearchParams({ customer: email })}`}
        variant="secondary"
        size="sm"
      >
        {texts.allReviews(count)}
      </LinkButton>
    </>
  );
}
