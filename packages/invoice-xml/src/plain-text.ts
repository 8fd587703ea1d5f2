/** Line endings of any system. */
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Spaces of any width, and control characters. No-break spaces are kept. */
const BLANKS = /(?![\n\u00a0])[\p{Zs}\p{Cc}]+/gu;
/** Invisible characters, and those that change the text direction. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
/** Between Arabic letters, these control how the letters are joined. */
const isJoiner = (character: string, before: string, after: string) =>
  /[\u200c\u200d]/.test(character) && /\p{Script=Arabic}$/u.test(before) && /^\p{Script=Arabic}/u.test(after);

/** A text as an invoice has it, in XML and on paper: lines end in `\n`, other whitespace and control
 * characters become one space, and invisible characters are removed. */
export function toPlainText(text: string): string {
  const lines = text.toWellFormed().normalize('NFC').replace(LINE_ENDS, '\n').replaceAll('\u202f', '\u00a0');
  const seen = lines.replace(UNSEEN, (character, at: number) =>
    isJoiner(character, lines.slice(0, at), lines.slice(at + 1)) ? character : '',
  );
  return seen.replace(BLANKS, ' ').trim();
}
