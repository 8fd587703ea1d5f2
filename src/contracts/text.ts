import { z } from 'zod/mini';
import { fieldTexts } from '#texts/validation.ts';

// PostgreSQL's text cannot hold the character zero, half a surrogate pair is no character at all (Unicode,
// D71), and other control characters only serve to break lines, logs and headers.
const CONTROLS = /[\p{Cc}\p{Cs}]/u;
const CONTROLS_BUT_LINES = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/** Something to see: neither separators nor characters without a shape, such as the space of no width. */
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** More marks on one letter than any language writes (Unicode, UAX 15, Stream-Safe Text Format). To put them
 * in order takes as long as the square of their number. */
const HEAPED_MARKS = /\p{M}{31}/u;

/** Whether a text is one line without control characters and heaps of marks. */
export const isPlainLine = (text: string) => !CONTROLS.test(text) && !HEAPED_MARKS.test(text);

const isPlainText = (text: string) => !CONTROLS_BUT_LINES.test(text) && !HEAPED_MARKS.test(text);

/** A text in a normal form of Unicode's; one with a heap of marks, which nobody means, stays as it is. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  HEAPED_MARKS.test(text) ? text : text.normalize(form);

const isAscii = (text: string) => !/[^\p{ASCII}]/u.test(text);

/** Whether a text of up to `max` characters is no longer when it is compared: some signs
 * stand for eighteen letters (NFKC). */
const isShortAsRead = (text: string, max: number) =>
  text.length > max || isAscii(text) || (!HEAPED_MARKS.test(text) && text.normalize('NFKC').length <= max);

/** Checks that a text is no longer than `max`, as it is typed and as it is
 * read; `error` is said otherwise. */
export const atMost = (max: number, error: string) =>
  [z.maxLength(max, error), z.refine<string>((text) => isShortAsRead(text, max), error)] as const;

/** What another service says, as one line without control characters, cut at `max`;
 * empty when there is nothing to see. */
export function toPlainLine(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, max);
  // The cut may go through a pair of surrogates.
  return VISIBLE.test(line) ? line.replace(/\p{Cs}$/u, '').trim() : '';
}

/** What a person types into a field: `missing` is said when there is nothing to
 * see, `label` names it otherwise. */
type FormText = { missing: string; label: string; max: number };

/** One line that a person typed, trimmed. */
export const formLine = (field: FormText) => typed(field, isPlainLine);

/** What a person typed, perhaps over several lines, trimmed. */
export const formText = (field: FormText) => typed(field, isPlainText);

/** What a person types or clears, perhaps over several lines, trimmed: it must be sent, and may be empty. */
export const clearableText = (label: string, max: number) =>
  z
    .string({ error: fieldTexts.notPlain(label) })
    .check(
      z.trim(),
      z.refine(isPlainText, fieldTexts.notPlain(label)),
      ...atMost(max, fieldTexts.tooLong(label, max)),
    );

/** What a person may type, perhaps over several lines, trimmed; the empty text when they do not. */
export const optionalText = (label: string, max: number) => z._default(clearableText(label, max), '');

function typed({ missing, label, max }: FormText, isPlain: (text: string) => boolean) {
  return z.string({ error: missing }).check(
    z.trim(),
    z.minLength(1, missing),
    z.refine((text) => VISIBLE.test(text), missing),
    z.refine(isPlain, fieldTexts.notPlain(label)),
    ...atMost(max, fieldTexts.tooLong(label, max)),
  );
}

/** One line that a program sends; `label` names it. */
export const plainLine = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.refine(isPlainLine, fieldTexts.notPlain(label)),
      ...atMost(max, fieldTexts.tooLong(label, max)),
    );

/** What a name is compared by: composed (NFC), without case, invisible signs and further spaces; the
 * database's `name_key` is the same. */
export const nameKey = (name: string): string =>
  normalForm(normalForm(name, 'NFC').toLowerCase(), 'NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
