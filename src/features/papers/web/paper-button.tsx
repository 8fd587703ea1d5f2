import { useMutation } from '@tanstack/react-query';
import { getInvoiceOfOrderCall, getPaperCall } from '#features/papers/contract.ts';
import { papersTexts as texts } from '#features/papers/texts/papers.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { saveFile } from '#web/dashboard/export-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/toast.tsx';

/** Saves a paper as PDF: the one with this id, or the invoice that an order was paid on. */
export function PaperButton({
  paper,
  variant = 'quiet',
  ...look
}: {
  paper: { number: string } & ({ id: string } | { orderId: string });
  className?: string;
  variant?: 'quiet' | 'secondary';
}) {
  const { api } = useSession();
  const { mutate, isPending } = useMutation({
    mutationFn: async () =>
      saveFile(
        'id' in paper
          ? await api.request(getPaperCall, { params: { id: paper.id } })
          : await api.request(getInvoiceOfOrderCall, { params: { id: paper.orderId } }),
      ),
    onError: (error) => notify.error(`${texts.failed}. ${errorMessage(error)}`),
  });
  return (
    <Button
      {...look}
      variant={variant}
      size="sm"
      busy={isPending}
      aria-label={texts.downloadOf(paper.number)}
      onClick={() => mutate()}
    >
      {paper.number}
    </Button>
  );
}
