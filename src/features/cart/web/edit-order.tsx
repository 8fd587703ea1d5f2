import { useWatch } from 'react-hook-form';
import type { DestinationChange } from '#features/addresses/contract.ts';
import { totalIn, unitPriceIn } from '#features/catalogue/rules.ts';
import { type BuyersOrder, type OrderTerms, updateOrderCall } from '#features/orders/contract.ts';
import { editOrderTexts as texts } from '#features/orders/texts/orders.ts';
import { limitsOf } from '#features/orders/web/cart-rules.ts';
import { endPaymentCall } from '#features/payments/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useDashboardUser } from '#features/users/web/use-dashboard.ts';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { usePrice, useShopSettings } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { Dialog, DialogFoot } from '#ui/dialog.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { useAction } from '#ui/use-action.ts';
import { useDestination } from './order-form/destination.tsx';
import {
  OrderFields,
  type OrderSent,
  OrderTotal,
  type OrderValues,
  orderRules,
} from './order-form/order-fields.tsx';
import { useOrderTerms } from './order-form/use-order-terms.ts';

/** Edits an unpaid order in a dialog over the list; `order` is `undefined` while the dialog is closed. */
export function EditOrder({ order, onClose }: { order: BuyersOrder | undefined; onClose: () => void }) {
  return (
    <Dialog open={order !== undefined} onClose={onClose} title={texts.title}>
      {order && <LoadedForm key={order._id} order={order} onClose={onClose} />}
    </Dialog>
  );
}

type FormProps = { order: BuyersOrder; onClose: () => void };

/** The form, shown once the tool's order limits have loaded. */
function LoadedForm({ order, onClose }: FormProps) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const terms = useOrderTerms(order.toolId);
  const ending = useAction({
    call: () => api.call(endPaymentCall, { params: { id: order._id } }),
    onRefused: 'shown',
    changes: [
      ['orders', email],
      ['order-terms', order.toolId],
    ],
  });
  if (terms.error) return <QueryError of={terms} />;
  if (!terms.data) return <Skeleton className="h-96 w-120 max-w-full" />;
  if (order.heldUntil && !ending.isSuccess)
    return (
      <div className="grid w-120 max-w-full gap-4">
        <p className="font-semibold wrap-anywhere">{order.toolName}</p>
        <p>{texts.paymentInProgress}</p>
        {ending.error && <ErrorState message={errorMessage(ending.error)} />}
        <Button variant="secondary" busy={ending.isPending} onClick={() => ending.mutate()}>
          {texts.endPayment}
        </Button>
      </div>
    );
  const free = { ...order, heldUntil: null };
  return <EditForm order={free} terms={terms.data} limits={limitsOf(free, terms.data)} onClose={onClose} />;
}

type EditFormProps = FormProps & { terms: OrderTerms; limits: ReturnType<typeof limitsOf> };

/** Uses the tool's current price, which a change of the order accepts (decision 49). */
function EditForm({ order, terms, limits, onClose }: EditFormProps) {
  const { api } = useSession();
  const { email } = useDashboardUser();
  const { currency } = useShopSettings();
  const asPrice = usePrice();
  const { minQuantity, phone, address } = order;
  const { form, problem, isSending, submit, formProps } = useCallForm<OrderValues, OrderSent>({
    schema: orderRules(limits),
    mode: 'onChange',
    defaultValues: { minQuantity, phone, address },
    send: (values) =>
      api.call(updateOrderCall, {
        params: { id: order._id },
        body: {
          ...values,
          price: totalIn(terms, values.minQuantity, currency),
        },
      }),
    changes: [
      ['orders', email],
      ['order', order._id],
    ],
    onEnd: (isDone) => isDone && onClose(),
    done: texts.changed,
  });
  const [quantity, typed] = useWatch({ control: form.control, name: ['minQuantity', 'address'] });
  const destination = useDestination({ address: typed, first: saidOf(order) });
  const save = form.handleSubmit(async (values) => {
    const to = await destination.confirm();
    if (to) submit({ ...values, ...to });
  });
  const unitPrice = unitPriceIn(terms, minQuantity);

  return (
    <form {...formProps} onSubmit={save} className="grid w-120 max-w-full gap-4">
      <p className="font-semibold wrap-anywhere">{order.toolName}</p>
      {unitPrice !== order.unitPrice && (
        <p className="text-sm font-medium text-warn">
          {texts.newPrice(asPrice(order.unitPrice), asPrice(unitPrice))}
        </p>
      )}
      <OrderFields form={form} limits={limits} destination={destination} />
      <OrderTotal terms={terms} quantity={quantity} className="text-lg font-bold" />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending || form.formState.isSubmitting}>
        {texts.save}
      </DialogFoot>
    </form>
  );
}

/** Where the order goes now, as a change of it says that. */
function saidOf({ destination }: BuyersOrder): DestinationChange | undefined {
  if (!destination?.country) return undefined;
  const { country, region, postalCode } = destination;
  return { country, region: region ?? '', postalCode: postalCode ?? '' };
}
