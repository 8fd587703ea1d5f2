import { z } from 'zod/mini';
import { staffNoteRuleTexts } from '#texts/validation.ts';
import { idSchema } from './identifiers.ts';
import { formText } from './text.ts';

/** How many notes there may be about one thing. */
export const MAX_STAFF_NOTES = 100;

/** Body of a call that writes a note. */
export const newStaffNoteSchema = z.object({ note: formText({ ...staffNoteRuleTexts.note, max: 1000 }) });
export type NewStaffNote = z.infer<typeof newStaffNoteSchema>;

/** What one of the staff wrote for the others. `authorEmail` is null where they are no longer there. */
export const staffNoteSchema = z.object({
  _id: idSchema,
  note: z.string(),
  authorEmail: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type StaffNote = z.infer<typeof staffNoteSchema>;

export type StaffNoteRow = { id: string; note: string; created_at: Date; email: string | null };

/** Turns a row, with its author's address, into a note on the wire. */
export const serializeStaffNote = ({ id, note, created_at, email }: StaffNoteRow): StaffNote => ({
  _id: id,
  note,
  authorEmail: email,
  at: created_at.toISOString(),
});
