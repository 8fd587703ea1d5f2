import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, type Ref, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { orderFormTexts as texts } from '#features/cart/order-form-texts.ts';
import { canBeOrdered, totalIn } from '#features/catalogue/rules.ts';
import type { KnownTool } from '#features/catalogue/web/tool-query.ts';
import { type Order, placeOrderCall } from '#features/orders/contract.ts';
import type { Account } from '#features/users/web/session/identity-client.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { ApiError } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { createAttemptKeys } from '#ui/client/new-key.ts';
import { TextField } from '#ui/field.tsx';
import { ErrorState } from '#ui/list-states.tsx';
import { notify } from '#ui/toast.tsx';
import { useDestination } from './destination.tsx';
import { findUsualDelivery, keepOrderDraft, readOrderDraft } from './order-draft.ts';
import { OrderFields, type OrderValues, orderableRange, orderRules, refusedField } from './order-fields.tsx';
import { OrderSummary, PlacedOrder } from './order-summary.tsx';
import { useOrderTerms } from './use-order-terms.ts';

/** For admins only: its dependencies are on no page that visitors see. */
const EditLink = lazy(() => import('#features/catalogue/web/edit-link.tsx'));

/** Only for tools that cannot be ordered. */
const RestockNotice = lazy(() => import('#features/stock/web/restock-notice.tsx'));

interface OrderFormProps {
  ref: Ref<HTMLFormElement>;
  tool: KnownTool;
  buyer: Account;
  /** Called when the API reports that the shown tool data is outdated. */
  onStale: () => void;
}

/** The order form: puts the tool into the buyer's cart. */
export function OrderForm({ ref, tool, buyer, onStale }: OrderFormProps) {
  const { api } = useSession();
  const { currency } = useShopSettings();
  const [keys] = useState(() => createAttemptKeys());
  const [placed, setPlaced] = useState<{ order: Order; isOneOfSeveral: boolean }>();
  const queries = useQueryClient();
  const [failure, setFailure] = useState<string>();
  const [draft] = useState(() => readOrderDraft(tool._id, buyer.email));
  const empty: OrderValues = {
    minQuantity: tool.min_order_quantity,
    phone: '',
    address: '',
  };
  /** The form's values before the user types. */
  const untouched = useRef(empty);
  const whyOffId = useId();
  const form = useForm<OrderValues>({
    resolver: zodResolver(orderRules(tool)),
    mode: 'onChange',
    defaultValues: { ...empty, ...draft },
  });
  const { errors, isSubmitting } = form.formState;
  const orderable = canBeOrdered(tool);
  const whyOff = placed
    ? texts.addedAlready
    : orderable && errors.minQuantity && texts.addIsOff(...orderableRange(tool));
  const [quantity, address] = useWatch({ control: form.control, name: ['minQuantity', 'address'] });
  // Another destination is another order.
  const destination = useDestination({ address, onChange: () => setPlaced(undefined) });
  const terms = useOrderTerms(tool._id);

  async function place(values: OrderValues) {
    setFailure(undefined);
    const to = await destination.confirm();
    if (!to) return;
    const order = {
      ...values,
      ...to,
      toolId: tool._id,
      toolName: tool.name,
      img: tool.img,
      userName: buyer.displayName,
      email: buyer.email,
      // Without terms the shop's price applies unseen; the confirmation shows it.
      price: terms.data && totalIn(terms.data, values.minQuantity, currency),
    };
    try {
      // The number of lines that the navigation bar knew before this order.
      const inCart = queries.getQueryData<number>(['cart', buyer.email]) ?? 0;
      const placing = api.call(placeOrderCall, {
        body: order,
        headers: { 'idempotency-key': keys.keyFor(order) },
      });
      setPlaced({ order: await placing, isOneOfSeveral: inCart > 0 });
      keys.finish();
      keepOrderDraft(tool._id, buyer.email, {});
      notify.success(texts.added);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      notify.error(texts.failed);
      showRefusal(error);
    }
  }

  function showRefusal(error: ApiError) {
    const field = refusedField(error);
    if (field) form.setError(field, { message: error.message }, { shouldFocus: true });
    else setFailure(error.message);
    if (error.status === 409 || field === 'minQuantity') {
      onStale();
      void terms.refetch();
    }
  }

  const submit = form.handleSubmit(place);

  const { trigger, subscribe, getValues, setValue } = form;
  useEffect(() => {
    // A restored quantity may exceed the stock by now.
    if (draft.minQuantity !== undefined) void trigger('minQuantity');
    const onTyped = (values: OrderValues) => {
      const typed = Object.entries(values).filter(
        ([name, value]) => value !== Reflect.get(untouched.current, name),
      );
      keepOrderDraft(tool._id, buyer.email, Object.fromEntries(typed));
      // Once changed, the form holds a new order, even if it is changed back.
      setPlaced(undefined);
    };
    return subscribe({ formState: { values: true }, callback: ({ values }) => onTyped(values) });
  }, [trigger, subscribe, draft, tool._id, buyer.email]);

  useEffect(() => {
    const asking = new AbortController();
    findUsualDelivery(api, buyer.email, asking.signal)
      .then((delivery) => {
        for (const field of ['phone', 'address'] as const) {
          if (getValues(field) !== '') continue;
          untouched.current[field] = delivery[field];
          // Clears the error of a user who pressed Add before the value arrived.
          setValue(field, delivery[field], { shouldValidate: delivery[field] !== '' });
        }
      })
      // If loading fails, the user types the values.
      .catch(() => undefined);
    return () => asking.abort();
  }, [api, buyer.email, getValues, setValue]);

  /** Browsers do not submit on Enter while the Add button is disabled, but Enter must raise too small a
   * quantity. */
  function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    if (!orderable || isSubmitting || placed) return;
    const quantity = Math.max(form.getValues('minQuantity'), tool.min_order_quantity);
    form.setValue('minQuantity', quantity, { shouldValidate: true });
    void submit();
  }

  return (
    <>
      <Suspense>
        <EditLink toolId={tool._id} email={buyer.email} />
      </Suspense>
      <form
        ref={ref}
        noValidate
        aria-labelledby="order-heading"
        onSubmit={submit}
        onKeyDown={submitByEnter}
        className="mt-12 scroll-mt-24 rounded-md border border-line bg-surface lg:mt-16 lg:grid lg:grid-cols-3"
      >
        <div className="p-5 pb-0 sm:p-8 sm:pb-0 lg:col-span-2 lg:pb-8">
          <h2 id="order-heading" className="text-xl">
            {texts.heading}
          </h2>
          {!orderable && (
            <p className="mt-3 max-w-prose">
              <strong className="text-bad">
                {texts.unorderable(tool.min_order_quantity, tool.available_quantity)}
              </strong>
            </p>
          )}
          {!orderable && (
            <Suspense>
              <RestockNotice toolId={tool._id} email={buyer.email} onStale={onStale} />
            </Suspense>
          )}
          <div className="mt-6 grid gap-5 sm:grid-cols-2">
            <TextField label={texts.name} value={buyer.displayName} readOnly autoComplete="name" />
            <TextField label={texts.email} type="email" value={buyer.email} readOnly autoComplete="email" />
            <OrderFields
              form={form}
              limits={tool}
              destination={destination}
              disabled={!orderable}
              addressClassName="sm:col-span-2"
            />
          </div>
        </div>
        <div className="p-5 sm:p-8 lg:border-l lg:border-line">
          <div className="flex flex-wrap items-center gap-x-6 gap-y-4 lg:sticky lg:top-24 lg:grid lg:gap-y-5">
            {orderable && <OrderSummary tool={tool} quantity={quantity} terms={terms} />}
            <Button
              type="submit"
              busy={isSubmitting}
              disabled={!orderable || Boolean(whyOff)}
              aria-describedby={whyOff ? whyOffId : undefined}
            >
              {texts.add}
            </Button>
            {whyOff && (
              <p id={whyOffId} className="text-sm text-ink-soft">
                {whyOff}
              </p>
            )}
            <div aria-live="polite" className="w-full empty:hidden">
              {failure && <ErrorState message={failure} />}
              {placed && <PlacedOrder {...placed} email={buyer.email} />}
            </div>
          </div>
        </div>
      </form>
    </>
  );
}
