/** What ends a line, wherever a text comes from. */
const LINE_ENDS = /\r\n|[\r\v\f\u0085\u2028\u2029]/g;
/** Blanks of any width, and the controls that stand where one was typed. Those that
 * keep two words on one line stay. */
const BLANKS = /(?![\n\u00a0])[\p{Zs}\p{Cc}]+/gu;
/** What has no shape, and what turns the direction of reading. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu;
/** Between Arabic letters, these say how they are joined. */
const isJoiner = (character: string, before: string, after: string) =>
  /[\u200c\u200d]/.test(character) && /\p{Script=Arabic}$/u.test(before) && /^\p{Script=Arabic}/u.test(after);

/** A text as it stands on an invoice, in XML and on paper: its lines end in `\n`, every other blank and
 * control is one blank, and what nobody sees is left out. */
export function toPlainText(text: string): string {
  const lines = text.toWellFormed().normalize('NFC').replace(LINE_ENDS, '\n').replaceAll('\u202f', '\u00a0');
  const seen = lines.replace(UNSEEN, (character, at: number) =>
    isJoiner(character, lines.slice(0, at), lines.slice(at + 1)) ? character : '',
  );
  return seen.replace(BLANKS, ' ').trim();
}
