import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod/mini';
import { DestinationLine, useDestination } from '#features/cart/web/order-form/destination.tsx';
import { findUsualDelivery } from '#features/cart/web/order-form/order-draft.ts';
import { type Words, WordsFields } from '#features/cart/web/order-form/words-fields.tsx';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { customerDeliveryCall } from '#features/counter/contract.ts';
import { buyersWordsSchema, deliverySchema } from '#features/orders/contract.ts';
import { quickOrderTexts as texts } from '#features/quick-order/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { fieldOf } from '#ui/field-of.ts';
import { Icon } from '#ui/icon.tsx';
import { Price } from '#ui/price.tsx';
import type { Delivery, QuickOrder } from './use-quick-order.ts';

/** Delivery details for all lines, their total, and the button that adds the ready ones to the cart. `email` is
 * that of the signed-in user. */
export function AddToCart({ quickOrder, email }: { quickOrder: QuickOrder; email: string }) {
  const { api } = useSession();
  const { ready, adding, problem, total, customer } = quickOrder;
  const form = useForm<Delivery & Words>({
    resolver: zodResolver(z.extend(deliverySchema, buyersWordsSchema.shape)),
    defaultValues: { phone: '', address: '', purchaseOrderNumber: '', buyerNote: '' },
  });
  // If pressed before they are filled, the form would reject the fields as empty.
  const [isFilling, setFilling] = useState(true);
  const { getValues, setValue, handleSubmit } = form;
  const field = fieldOf(form);
  const address = useWatch({ control: form.control, name: 'address' });
  const destination = useDestination({ address, customer });
  useEffect(() => {
    const asking = new AbortController();
    const { signal } = asking;
    const delivered =
      customer === undefined
        ? findUsualDelivery(api, email, signal)
        : api.call(customerDeliveryCall, { params: { email: customer }, signal });
    delivered
      .then((delivery) => {
        for (const field of ['phone', 'address'] as const)
          if (getValues(field) === '' && delivery[field] !== '')
            setValue(field, delivery[field], { shouldValidate: true });
      })
      // On failure, the user types them.
      .catch(() => undefined)
      .finally(() => !asking.signal.aborted && setFilling(false));
    return () => asking.abort();
  }, [api, email, customer, getValues, setValue]);
  const submit = handleSubmit(async ({ purchaseOrderNumber, buyerNote, ...delivered }) => {
    if (ready.length === 0 || adding.isPending || isFilling) return;
    const to = await destination.confirm();
    if (!to) return;
    const words = { ...(purchaseOrderNumber && { purchaseOrderNumber }), ...(buyerNote && { buyerNote }) };
    adding.mutate({ delivery: { ...delivered, ...to, ...words }, sent: ready });
  });
  return (
    <form method="post" noValidate onSubmit={submit} className="max-w-3xl space-y-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField label={texts.phone} type="tel" autoComplete="tel" {...field('phone')} />
        <div>
          <TextArea label={texts.address} rows={3} autoComplete="street-address" {...field('address')} />
          <DestinationLine of={destination} />
        </div>
      </div>
      <WordsFields
        fields={{ purchaseOrderNumber: field('purchaseOrderNumber'), buyerNote: field('buyerNote') }}
        isOpen={false}
      />
      <p aria-live="polite" className="text-lg">
        {texts.total} <Price amount={total} className="font-semibold" />
      </p>
      <p role="alert" className="font-medium text-bad empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Button
          type="submit"
          busy={adding.isPending || isFilling || form.formState.isSubmitting}
          disabled={ready.length === 0}
          icon={<Icon name="cart" className="size-5" />}
        >
          {customer === undefined ? texts.add(ready.length) : texts.addFor(ready.length)}
        </Button>
        <p aria-live="polite" className="text-sm text-ink-soft">
          {ready.length === MAX_ORDERS_PAID && texts.atOnce(MAX_ORDERS_PAID)}
        </p>
      </div>
    </form>
  );
}
