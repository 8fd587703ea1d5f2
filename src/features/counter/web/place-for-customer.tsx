import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { useDestination } from '#features/cart/web/order-form/destination.tsx';
import {
  OrderFields,
  type OrderSent,
  OrderTotal,
  type OrderValues,
  orderableRange,
  orderRules,
} from '#features/cart/web/order-form/order-fields.tsx';
import { useOrderTerms } from '#features/cart/web/order-form/use-order-terms.ts';
import { getToolCall, listToolsCall, type Tool } from '#features/catalogue/contract.ts';
import { totalIn } from '#features/catalogue/rules.ts';
import type { OrderTerms } from '#features/orders/contract.ts';
import { byStaffTexts as texts } from '#features/orders/texts/by-staff.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { useCall } from '#features/users/web/session/use-call.ts';
import { Button } from '#ui/button.tsx';
import { useShopSettings } from '#ui/client/load-context.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { DialogFoot } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { ErrorState, QueryError } from '#ui/list-states.tsx';
import { Skeleton } from '#ui/loading.tsx';
import { uiTexts } from '#ui/texts.ts';
import { customerDeliveryCall, placeForCustomerCall } from '../contract.ts';

type Props = {
  email: string;
  /** The tool to begin with, unless it has left the shop. */
  toolId?: string | undefined;
  changed: () => Promise<unknown>;
  onClose: () => void;
};

/** Maximum number of tools offered per search. */
const OFFERED = 6;

/** Finds a tool, then shows the order form's fields, and places the order for the customer. */
export function PlaceForCustomer(props: Props) {
  const [q, setQuery] = useState('');
  const [chosen, setTool] = useState<Tool>();
  const asked = useCall(['tool-for-customer', props.toolId], getToolCall, {
    params: { id: props.toolId ?? '' },
    enabled: props.toolId !== undefined && !chosen,
  });
  const tool = chosen ?? asked.data;
  const found = useCall(['tools-for-customer', q], listToolsCall, {
    query: { q, limit: OFFERED },
    enabled: q.trim() !== '',
  });
  const terms = useOrderTerms(tool?._id, props.email);
  const delivery = useCall(['customer-delivery', props.email], customerDeliveryCall, {
    params: { email: props.email },
  });
  if (tool && terms.data && delivery.data)
    return <OrderForm key={tool._id} terms={terms.data} delivery={delivery.data} {...{ tool, ...props }} />;
  const isOpening = asked.isLoading || (asked.data && (terms.isLoading || delivery.isLoading));
  if (isOpening && !chosen) return <Skeleton className="h-96 w-120 max-w-full" />;
  return (
    <div className="grid w-120 max-w-full gap-4">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setQuery(String(new FormData(event.currentTarget).get('q') ?? ''));
        }}
      >
        <TextField
          label={texts.tool}
          name="q"
          maxLength={200}
          after={
            <Button type="submit" variant="secondary" busy={found.isFetching}>
              {texts.find}
            </Button>
          }
        />
      </form>
      <QueryError of={found} />
      <QueryError of={terms} />
      <QueryError of={delivery} />
      {found.data?.length === 0 && <p className="text-ink-soft">{texts.noTool}</p>}
      <ul className="divide-y divide-line">
        {found.data?.map((each) => (
          <li key={each._id}>
            <button
              type="button"
              onClick={() => setTool(each)}
              className="flex min-h-11 w-full items-center justify-between gap-4 py-2 text-left underline-offset-4 hover:underline"
            >
              <span className="min-w-0 font-semibold wrap-anywhere">{each.name}</span>
              <span className="shrink-0 text-sm text-ink-soft">
                {texts.available(each.available_quantity)}
              </span>
            </button>
          </li>
        ))}
      </ul>
      <Button variant="secondary" className="justify-self-end" onClick={props.onClose}>
        {uiTexts.cancel}
      </Button>
    </div>
  );
}

type OrderFormProps = Props & {
  tool: Tool;
  terms: OrderTerms;
  delivery: { phone: string; address: string };
};

function OrderForm({ tool, terms, delivery, email, changed, onClose }: OrderFormProps) {
  const { api } = useSession();
  const { currency } = useShopSettings();
  const { form, problem, isSending, submit, formProps } = useCallForm<
    OrderValues,
    OrderSent,
    { number: string }
  >({
    schema: orderRules(terms),
    mode: 'onChange',
    defaultValues: { minQuantity: orderableRange(terms)[0], ...delivery },
    send: (values, keyFor) => {
      const body = { ...values, toolId: tool._id, price: totalIn(terms, values.minQuantity, currency) };
      const headers = { 'idempotency-key': keyFor(body) };
      return api.call(placeForCustomerCall, { params: { email }, body, headers });
    },
    onSent: changed,
    onEnd: (isDone) => isDone && onClose(),
    done: ({ number }) => texts.placed(number),
    fieldAtFault: () => undefined,
  });
  const [quantity, address] = useWatch({ control: form.control, name: ['minQuantity', 'address'] });
  const destination = useDestination({ address, customer: email });
  const place = form.handleSubmit(async (values) => {
    const to = await destination.confirm();
    if (to) submit({ ...values, ...to });
  });
  return (
    <form {...formProps} onSubmit={place} className="grid w-120 max-w-full gap-4">
      <p className="font-semibold wrap-anywhere">{tool.name}</p>
      <OrderFields form={form} limits={terms} destination={destination} />
      <OrderTotal terms={terms} quantity={quantity} className="text-lg font-bold" />
      {problem && <ErrorState message={problem} />}
      <DialogFoot onClose={onClose} busy={isSending || form.formState.isSubmitting}>
        {texts.place}
      </DialogFoot>
    </form>
  );
}
