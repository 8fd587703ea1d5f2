import { z } from 'zod/mini';
import { fieldTexts } from '#texts/validation.ts';

// PostgreSQL's text cannot hold the character zero, half a surrogate pair is no character at all (Unicode, D71), and other
// control characters only serve to break lines, logs and headers.
const CONTROLS = /[\p{Cc}\p{Cs}]/u;
const CONTROLS_BUT_LINES = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/** Something to see: neither separators nor characters without a shape, such as the space of no width. */
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** Whether a text is one line without control characters. */
export const isPlainLine = (text: string) => !CONTROLS.test(text);

const isPlainText = (text: string) => !CONTROLS_BUT_LINES.test(text);

/** What another service says, as one line without control characters, cut at `max`; empty when there is nothing to see. */
export function toPlainLine(text: string, max: number): string {
  const line = text
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, max);
  // The cut may go through a pair of surrogates.
  return VISIBLE.test(line) ? line.replace(/\p{Cs}$/u, '').trim() : '';
}

/** What a person types into a field: `missing` is said when there is nothing to see, `label` names it otherwise. */
type TypedText = { missing: string; label: string; max: number };

/** One line that a person typed, trimmed. */
export const typedLine = (field: TypedText) =>
  typed(field).check(z.refine(isPlainLine, fieldTexts.notPlain(field.label)));

/** What a person typed, perhaps over several lines, trimmed. */
export const typedText = (field: TypedText) =>
  typed(field).check(z.refine(isPlainText, fieldTexts.notPlain(field.label)));

/** What a person types or clears, perhaps over several lines, trimmed: it must be sent, and may be empty. */
export const clearableText = (label: string, max: number) =>
  z
    .string({ error: fieldTexts.notPlain(label) })
    .check(
      z.trim(),
      z.maxLength(max, fieldTexts.tooLong(label, max)),
      z.refine(isPlainText, fieldTexts.notPlain(label)),
    );

/** What a person may type, perhaps over several lines, trimmed; the empty text when they do not. */
export const optionalText = (label: string, max: number) => z._default(clearableText(label, max), '');

function typed({ missing, label, max }: TypedText) {
  return z.string({ error: missing }).check(
    z.trim(),
    z.minLength(1, missing),
    z.maxLength(max, fieldTexts.tooLong(label, max)),
    z.refine((text) => VISIBLE.test(text), missing),
  );
}

/** One line that a program sends; `label` names it. */
export const plainLine = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(max, fieldTexts.tooLong(label, max)),
      z.refine(isPlainLine, fieldTexts.notPlain(label)),
    );
