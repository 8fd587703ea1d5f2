import { z } from 'zod/mini';
import { staffNoteRuleTexts } from '#texts/validation.ts';
import { idSchema } from './identifiers.ts';
import { formText } from './text.ts';

/** Maximum number of notes about one subject. */
export const MAX_STAFF_NOTES = 100;

/** Body of a call that writes a note. */
export const newStaffNoteSchema = z.object({ note: formText({ ...staffNoteRuleTexts.note, max: 1000 }) });
export type NewStaffNote = z.infer<typeof newStaffNoteSchema>;

/** A note from a staff member to the others. `authorEmail` is null if the author's account no longer
 * exists. */
export const staffNoteSchema = z.object({
  _id: idSchema,
  note: z.string(),
  authorEmail: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type StaffNote = z.infer<typeof staffNoteSchema>;

export type StaffNoteRow = { id: string; note: string; created_at: Date; email: string | null };

/** Converts a row, with its author's email, to a note on the wire. */
export const serializeStaffNote = ({ id, note, created_at, email }: StaffNoteRow): StaffNote => ({
  _id: id,
  note,
  authorEmail: email,
  at: created_at.toISOString(),
});
