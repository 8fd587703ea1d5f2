import { type ComponentProps, lazy, Suspense } from 'react';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** About as much room as the order form takes. */
export const ORDER_FORM_HEIGHT = 'mt-12 h-160 lg:mt-16 lg:h-108';

/** Begins to fetch the order form's code. */
export const loadOrderForm = () => import('./order-form.tsx');

const OrderForm = lazy(async () => ({ default: (await loadOrderForm()).OrderForm }));

/** The order form. Its rules are more code than the rest of the page, so what is to be read does not wait for it. */
export function LateOrderForm(props: ComponentProps<typeof OrderForm>) {
  return (
    <Suspense fallback={<Skeleton className={ORDER_FORM_HEIGHT} />}>
      <OrderForm {...props} />
    </Suspense>
  );
}
