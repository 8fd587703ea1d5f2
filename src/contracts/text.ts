import { z } from 'zod/mini';
import { fieldTexts } from '#texts/validation.ts';
import { cutText } from './cut-text.ts';

// PostgreSQL's text cannot hold U+0000, a lone surrogate is not a character (Unicode, D71), and other control
// characters break lines, logs and headers.
const CONTROLS = /[\p{Cc}\p{Cs}]/u;
const CONTROLS_BUT_LINES = /(?![\n\r\t])[\p{Cc}\p{Cs}]/u;

/** A visible character: neither a separator nor a character without a shape, such as the zero-width space. */
const VISIBLE = /[^\p{Z}\p{C}]/u;

/** More marks on one letter than any language writes (Unicode, UAX 15, Stream-Safe Text Format). Sorting them
 * takes quadratic time. */
const HEAPED_MARKS = /\p{M}{31}/u;

/** Whether a text is one line without control characters or heaped marks. */
export const isPlainLine = (text: string) => !CONTROLS.test(text) && !HEAPED_MARKS.test(text);

const isPlainText = (text: string) => !CONTROLS_BUT_LINES.test(text) && !HEAPED_MARKS.test(text);

/** Normalises a text to a Unicode form; returns one with heaped marks, which is never meaningful,
 * unchanged. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  HEAPED_MARKS.test(text) ? text : text.normalize(form);

const isAscii = (text: string) => !/[^\p{ASCII}]/u.test(text);

/** Whether a text of up to `max` characters is still within `max` when compared: NFKC expands some characters
 * to eighteen letters. */
const isShortAsRead = (text: string, max: number) =>
  text.length > max || isAscii(text) || (!HEAPED_MARKS.test(text) && text.normalize('NFKC').length <= max);

/** Checks that a text is within `max`, both as typed and in NFKC; reports `error` otherwise. */
export const atMost = (max: number, error: string) =>
  [z.maxLength(max, error), z.refine<string>((text) => isShortAsRead(text, max), error)] as const;

/** Reduces another service's text to one line without control characters, cut at `max`; empty if nothing is
 * visible. */
export function toPlainLine(text: string, max: number): string {
  const line = cutText(text.replace(/[\p{Cc}\p{Cs}]+/gu, ' ').trim(), max);
  return VISIBLE.test(line) ? line.trim() : '';
}

/** A field that a person types into: `missing` is the error for a text without visible characters; `label`
 * names the field in other errors. */
type FormText = { missing: string; label: string; max: number };

/** One line typed by a person, trimmed. */
export const formLine = (field: FormText) => typed(field, isPlainLine);

/** Text typed by a person, one or more lines, trimmed. */
export const formText = (field: FormText) => typed(field, isPlainText);

/** Text that a person types or clears, one or more lines, trimmed: required, but may be empty. */
export const clearableText = (label: string, max: number) =>
  z
    .string({ error: fieldTexts.notPlain(label) })
    .check(
      z.trim(),
      z.refine(isPlainText, fieldTexts.notPlain(label)),
      ...atMost(max, fieldTexts.tooLong(label, max)),
    );

/** Optional text, one or more lines, trimmed; defaults to the empty text. */
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

/** One line sent by a program; `label` names it. */
export const plainLine = (label: string, max: number) =>
  z
    .string()
    .check(
      z.trim(),
      z.refine(isPlainLine, fieldTexts.notPlain(label)),
      ...atMost(max, fieldTexts.tooLong(label, max)),
    );

/** Returns the key by which names are compared: composed (NFC), without case, invisible characters and extra
 * spaces; the same as the database's `name_key`. */
export const nameKey = (name: string): string =>
  normalForm(normalForm(name, 'NFC').toLowerCase(), 'NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
