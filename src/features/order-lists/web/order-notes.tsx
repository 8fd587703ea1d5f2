import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { NewStaffNote } from '#contracts/staff-note.ts';
import { changeShown } from '#features/fulfilment/web/use-shipping.ts';
import { addOrderNoteCall, listOrderNotesCall } from '#features/orders/desk-contract.ts';
import { staffNotesTexts as texts } from '#features/users/texts/notes.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { StaffNoteForm, StaffNoteList } from '#features/users/web/staff-notes.tsx';
import { QueryError } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** What the staff wrote about an order, and a place to write more. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const notes = useQuery({
    queryKey: ['order-notes', orderId],
    queryFn: ({ signal }) => api.call(listOrderNotesCall, { params: { id: orderId }, signal }),
  });
  async function add(body: NewStaffNote) {
    await api.call(addOrderNoteCall, { params: { id: orderId }, body });
    changeShown(queries, [orderId], ({ noteCount }) => ({ noteCount: noteCount + 1 }));
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['order-notes', orderId] }),
      queries.invalidateQueries({ queryKey: ['order-history', orderId] }),
    ]);
  }
  return (
    <section aria-label={texts.heading} className="mt-4 space-y-3">
      <h3 className="text-base font-semibold">{texts.heading}</h3>
      {notes.isPending && <Skeleton className="h-6 w-48" />}
      <QueryError of={notes} />
      {notes.data && <StaffNoteList notes={notes.data} className="max-h-40 overflow-y-auto" />}
      <StaffNoteForm add={add} />
    </section>
  );
}
