import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { type NewStaffNote, newStaffNoteSchema, type StaffNote } from '#contracts/staff-note.ts';
import { staffNotesTexts as texts } from '#features/users/texts/notes.ts';
import { Button } from '#ui/button.tsx';
import { errorMessage } from '#ui/client/api-client.ts';
import { TextArea } from '#ui/field.tsx';
import { useTimes } from '#ui/use-times.ts';

/** What the staff wrote about something, oldest first. */
export function StaffNoteList({ notes, className }: { notes: StaffNote[]; className?: string }) {
  const times = useTimes();
  if (notes.length === 0) return <p className="text-sm text-ink-soft">{texts.none}</p>;
  return (
    <ul className={className}>
      {notes.map(({ _id, note, authorEmail, at }) => (
        <li key={_id} className="mb-2 border-l-2 border-line-strong pl-3">
          <p className="wrap-anywhere whitespace-pre-line">{note}</p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            {texts.by(authorEmail, times.shortMoment(at))}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A place to write more. `add` answers once the note is kept, and whatever shows it has been told. */
export function StaffNoteForm({ add }: { add: (note: NewStaffNote) => Promise<unknown> }) {
  const { register, handleSubmit, resetField, setError, setFocus, formState } = useForm({
    resolver: zodResolver(newStaffNoteSchema),
    defaultValues: { note: '' },
  });
  const adding = useMutation({
    mutationFn: add,
    onSuccess: () => {
      resetField('note');
      setFocus('note');
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
