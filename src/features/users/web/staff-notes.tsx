import { type NewStaffNote, newStaffNoteSchema, type StaffNote } from '#contracts/staff-note.ts';
import { Button } from '#ui/button.tsx';
import { staffNotesTexts as texts } from '#ui/dashboard/texts.ts';
import { useCallForm } from '#ui/dashboard/use-call-form.ts';
import { TextArea } from '#ui/field.tsx';
import { useTimes } from '#ui/moments.ts';

type StaffNoteListProps<Note> = {
  notes: readonly Note[];
  className?: string;
  /** What each note is about, where they are about several things. */
  aboutOf?: ((note: Note) => string) | undefined;
};

/** Lists the staff's notes about something, oldest first. */
export function StaffNoteList<Note extends StaffNote>({
  notes,
  className,
  aboutOf,
}: StaffNoteListProps<Note>) {
  const times = useTimes();
  if (notes.length === 0) return <p className="text-sm text-ink-soft">{texts.none}</p>;
  return (
    <ul className={className}>
      {notes.map((note) => (
        <li key={note._id} className="mb-2 border-l-2 border-line-strong pl-3">
          <p className="wrap-anywhere whitespace-pre-line">{note.note}</p>
          <p className="text-xs wrap-anywhere text-ink-soft">
            {[aboutOf?.(note), texts.by(note.authorEmail, times.shortMoment(note.at))]
              .filter(Boolean)
              .join(' · ')}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** The form for another note. `add` resolves once the note is saved and the views that show it are
 * refreshed. */
export function StaffNoteForm({ add }: { add: (note: NewStaffNote) => Promise<unknown> }) {
  const { form, field, isSending, formProps } = useCallForm({
    schema: newStaffNoteSchema,
    defaultValues: { note: '' },
    send: add,
    onSent() {
      form.resetField('note');
      form.setFocus('note');
    },
    fieldAtFault: () => 'note',
  });
  return (
    <form {...formProps} className="space-y-2">
      <TextArea label={texts.note} rows={2} {...field('note')} />
      <Button type="submit" variant="secondary" size="sm" busy={isSending}>
        {texts.add}
      </Button>
    </form>
  );
}
