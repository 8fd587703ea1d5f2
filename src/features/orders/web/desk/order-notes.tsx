import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import {
  addOrderNoteCall,
  listOrderNotesCall,
  type NewOrderNote,
  newOrderNoteSchema,
  type OrderNote,
} from '#features/orders/desk-contract.ts';
import { orderNotesTexts as texts } from '#features/orders/texts/desk.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { errorMessage } from '#web/client/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { QueryError } from '#web/ui/error-state.tsx';
import { TextArea } from '#web/ui/field.tsx';
import { formatShortMoment } from '#web/ui/moments.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { changeShown } from './use-shipping.ts';

/** What the staff wrote about an order, and a place to write more. */
export function OrderNotes({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const notes = useQuery({
    queryKey: ['order-notes', orderId],
    queryFn: ({ signal }) => api.call(listOrderNotesCall, { params: { id: orderId }, signal }),
  });
  return (
    <section aria-label={texts.heading} className="mt-4 space-y-3">
      <h3 className="text-base font-semibold">{texts.heading}</h3>
      {notes.isPending && <Skeleton className="h-6 w-48" />}
      <QueryError of={notes} />
      {notes.data && <NoteList notes={notes.data} />}
      <NoteForm orderId={orderId} />
    </section>
  );
}

function NoteList({ notes }: { notes: OrderNote[] }) {
  if (notes.length === 0) return <p className="text-sm text-ink-soft">{texts.none}</p>;
  return (
    <ul className="max-h-40 space-y-2 overflow-y-auto">
      {notes.map(({ _id, note, authorEmail, at }) => (
        <li key={_id} className="border-l-2 border-line-strong pl-3">
          <p className="wrap-anywhere whitespace-pre-line">{note}</p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            {texts.by(authorEmail, formatShortMoment(at))}
          </p>
        </li>
      ))}
    </ul>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const { api } = useSession();
  const queries = useQueryClient();
  const { register, handleSubmit, reset, setError, setFocus, formState } = useForm({
    resolver: zodResolver(newOrderNoteSchema),
    defaultValues: { note: '' },
  });
  const adding = useMutation({
    mutationFn: (body: NewOrderNote) => api.call(addOrderNoteCall, { params: { id: orderId }, body }),
    onSuccess: async () => {
      reset();
      setFocus('note');
      changeShown(queries, [orderId], ({ noteCount }) => ({ noteCount: noteCount + 1 }));
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['order-notes', orderId] }),
        queries.invalidateQueries({ queryKey: ['order-history', orderId] }),
      ]);
    },
    onError: (error) => setError('note', { message: errorMessage(error) }, { shouldFocus: true }),
  });
  return (
    <form
      method="post"
      noValidate
      onSubmit={handleSubmit((note) => {
        if (!adding.isPending) adding.mutate(note);
      })}
      className="space-y-2"
    >
      <TextArea label={texts.note} rows={2} error={formState.errors.note?.message} {...register('note')} />
      <Button type="submit" variant="secondary" size="sm" busy={adding.isPending}>
        {texts.add}
      </Button>
    </form>
  );
}
