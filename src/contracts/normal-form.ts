/** More marks on one letter than any language writes (Unicode, UAX 15, Stream-Safe Text Format). Sorting them
 * takes quadratic time. */
export const HEAPED_MARKS = /\p{M}{31}/u;

/** Normalises a text to a Unicode form; returns one with heaped marks, which is never meaningful,
 * unchanged. */
export const normalForm = (text: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  HEAPED_MARKS.test(text) ? text : text.normalize(form);
