import type { z } from 'zod/mini';
import { orderRefunds } from '#features/orders/contract.ts';
import type { deskOrderListSchema } from '#features/orders/desk-contract.ts';
import { orderFieldTexts as texts } from '#features/orders/texts/desk.ts';
import { refundFilterTexts } from '#features/orders/texts/refunds.ts';
import { dayRange } from '#ui/dashboard/day-range.ts';
import { type ListField, useAddressChoice, useAddressValue } from '#ui/dashboard/list-controls.tsx';
import { useTimes } from '#ui/use-times.ts';

type Narrowing = Pick<
  z.input<typeof deskOrderListSchema>,
  'placedFrom' | 'placedBefore' | 'minTotal' | 'maxTotal' | 'customer' | 'refunds'
>;

/** By when, how much and whose orders are looked for, kept in the page's address. Days are the shop's. */
export function useOrderFields(): { query: Narrowing; list: ListField[] } {
  const field = (
    name: string,
    label: string,
    type: ListField['type'],
    [value, onChange]: ReturnType<typeof useAddressValue>,
  ): ListField => ({ name, label, type, value, onChange });
  const from = field('from', texts.from, 'date', useAddressValue('from'));
  const to = field('to', texts.to, 'date', useAddressValue('to'));
  const min = field('min', texts.min, 'number', useAddressValue('min'));
  const max = field('max', texts.max, 'number', useAddressValue('max'));
  const customer = field('customer', texts.customer, 'email', useAddressValue('customer'));
  const [refunds, chooseRefunds] = useAddressChoice('refunds', orderRefunds);
  const days = dayRange(from.value, to.value, useTimes().zone);
  return {
    list: [
      from,
      to,
      min,
      max,
      customer,
      {
        name: 'refunds',
        ...refundFilterTexts,
        type: 'choice',
        value: refunds ?? '',
        onChange: chooseRefunds,
      },
    ],
    query: {
      placedFrom: days.from,
      placedBefore: days.before,
      minTotal: min.value === '' ? undefined : Number(min.value),
      maxTotal: max.value === '' ? undefined : Number(max.value),
      customer: customer.value || undefined,
      refunds,
    },
  };
}
