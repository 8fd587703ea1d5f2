import { useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import type { DeskOrder } from '#features/orders/desk-contract.ts';
import { refundOrderTexts as texts } from '#features/orders/texts/refunds.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { Button } from '#ui/button.tsx';
import { useAction } from '#ui/use-action.ts';
import { pastRefunds } from './past-refunds.ts';

type RefundButtonProps = { order: DeskOrder; onOpen: (order: DeskOrder) => void } & Pick<
  ComponentProps<typeof Button>,
  'size' | 'className'
>;

/** Opens the refunds of an order once they are here: a dialog that grew as they
 * came would move under the pointer. */
export function RefundButton({ order, onOpen, ...look }: RefundButtonProps) {
  const { api } = useSession();
  const queries = useQueryClient();
  const opening = useAction({
    // What cannot be read is told in the dialog.
    call: () => queries.prefetchQuery(pastRefunds(api, order._id)),
    onDone: () => onOpen(order),
  });
  return (
    <Button
      {...look}
      variant="secondary"
      busy={opening.isPending}
      aria-label={texts.buttonOf(order.toolName, order.userName)}
      onClick={() => opening.mutate()}
    >
      {texts.button}
    </Button>
  );
}
