import { z } from 'zod/mini';
import { staffNoteRuleTexts } from '#texts/validation.ts';
import { idSchema } from './identifiers.ts';
import { typedText } from './text.ts';

/** How many notes there may be about one thing. */
export const MAX_STAFF_NOTES = 100;

/** Body of a call that writes a note. */
export const newStaffNoteSchema = z.object({ note: typedText({ ...staffNoteRuleTexts.note, max: 1000 }) });
export type NewStaffNote = z.infer<typeof newStaffNoteSchema>;

/** What one of the staff wrote for the others. `authorEmail` is null where they are no longer there. */
export const staffNoteSchema = z.object({
  _id: idSchema,
  note: z.string(),
  authorEmail: z.nullable(z.string()),
  at: z.iso.datetime(),
});
export type StaffNote = z.infer<typeof staffNoteSchema>;
