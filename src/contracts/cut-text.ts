import { LOCALE, onDemand } from '#texts/locale.ts';

const characters = onDemand(() => new Intl.Segmenter(LOCALE, { granularity: 'grapheme' }));

/** Returns the beginning of a text, at most `max` UTF-16 units: cut between what people see as characters
 * (Unicode, UAX 29), so that no emoji or letter with accents loses a part. */
export function cutText(text: string, max: number): string {
  if (text.length <= max) return text;
  const { index } = characters().segment(text).containing(max) ?? { index: max };
  return text.slice(0, index);
}
