import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { DestinationChange } from '#features/addresses/contract.ts';
import type { Words } from '#features/cart/web/order-form/words-fields.tsx';
import { MAX_ORDERS_PAID } from '#features/charge-rules/contract.ts';
import { placeOrdersCall, readQuickOrderCall } from '#features/quick-order/contract.ts';
import { quickOrderTexts as texts } from '#features/quick-order/texts.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { counted } from '#texts/locale.ts';
import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { useShopSettings } from '#ui/client/load-context.ts';
import { useFocus } from '#ui/hooks.ts';
import { useAction } from '#ui/use-action.ts';
import {
  chosenTool,
  type EditedLine,
  fittedLine,
  isReady,
  linePrice,
  raiseQuantity,
  toEditedLine,
} from './edited-lines.ts';

export type Delivery = { phone: string; address: string } & Partial<Words>;

type DeliveryTo = Delivery & { destination?: DestinationChange };

/** State of a quick order: its lines are parsed, edited, and added to the cart, or to the cart of the
 * `customer` that staff order for. `first` are the initial lines; `all` includes those already in the
 * cart. `onAllAdded` is called when none is left. */
export function useQuickOrder(first: EditedLine[], customer: string | undefined, onAllAdded: () => unknown) {
  const { api } = useSession();
  const { currency } = useShopSettings();
  const navigate = useNavigate();
  const focus = useFocus();
  const [all, setLines] = useState(first);
  const changeLine = (key: string, changed: (line: EditedLine) => EditedLine) =>
    setLines((all) => all.map((line) => (line.key === key ? changed(line) : line)));
  const lines = all.filter(({ isAdded }) => !isAdded);
  const [problem, setProblem] = useState<string>();
  const ready = lines.filter(isReady).slice(0, MAX_ORDERS_PAID);

  const change = (key: string, facts: Partial<EditedLine>) =>
    changeLine(key, (line) => ({ ...line, refused: undefined, ...facts }));

  const read = (text: string) => api.call(readQuickOrderCall, { body: { text, customer } });

  const reading = useAction({
    call: read,
    onRefused: 'shown',
    onDone: (answer) => setLines(answer.lines.map(toEditedLine)),
  });

  const readAgain = useMutation({
    mutationFn: ({ text }: { key: string; text: string }) => read(text),
    onSuccess: ({ lines: found }, { key }) =>
      setLines((all) => all.flatMap((line) => (line.key === key ? found.map(toEditedLine) : line))),
  });

  const adding = useAction({
    call: ({ delivery, sent }: { delivery: DeliveryTo; sent: EditedLine[] }, keyFor) => {
      const ordered = sent.flatMap((line) => toOrderedLine(line, currency) ?? []);
      const batch = { ...delivery, lines: ordered, ...(customer !== undefined && { customer }) };
      return api.call(placeOrdersCall, { body: batch, headers: { 'idempotency-key': keyFor(batch) } });
    },
    changes: [[customer === undefined ? 'orders' : 'unpaid-orders']],
    done: ({ orders }) => {
      const added = counted(orders.length, texts.addedForms);
      return customer === undefined ? texts.added(added) : texts.addedFor(added);
    },
    onDone: (_answer, { sent }) => {
      const keysSent = new Set(sent.map(({ key }) => key));
      if (lines.every(({ key }) => keysSent.has(key))) {
        onAllAdded();
        return navigate(customer === undefined ? '/dashboard/cart' : customerPath(customer));
      }
      setLines(all.map((line) => (keysSent.has(line.key) ? { ...line, isAdded: true } : line)));
      setProblem(undefined);
    },
    onRefused: (error, { sent }) => {
      const [, index] = (error instanceof ApiError && /^lines\.(\d+)/.exec(error.field ?? '')) || [];
      const refused = index === undefined ? undefined : sent[Number(index)];
      if (!refused) return setProblem(errorMessage(error));
      change(refused.key, { refused: errorMessage(error) });
      setProblem(texts.nothingAdded);
      focus(quantityId(refused.key));
    },
  });

  return {
    all,
    lines,
    setLines,
    customer,
    ready,
    problem,
    change,
    raise: (key: string) => changeLine(key, raiseQuantity),
    remove: (key: string) => setLines((all) => all.filter((line) => line.key !== key)),
    reading,
    readAgain,
    adding,
    total: ready.reduce((sum, line) => sum + (linePrice(line, currency) ?? 0), 0),
  };
}

export type QuickOrder = ReturnType<typeof useQuickOrder>;

/** Returns the path of a customer's page, for staff. */
export const customerPath = (email: string) => `/dashboard/users/${encodeURIComponent(email)}`;

/** Returns the id of a line's quantity field. */
export const quantityId = (key: string) => `quantity-${key}`;

function toOrderedLine(line: EditedLine, currency: string) {
  const [tool, fitted, price] = [chosenTool(line), fittedLine(line), linePrice(line, currency)];
  if (!tool || !fitted || price === undefined) return undefined;
  return { toolId: tool.toolId, quantity: fitted.quantity, price };
}
