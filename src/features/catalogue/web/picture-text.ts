import { measureLetter } from '../rules.ts';
import { drawingTexts as texts } from '../texts/tool.ts';

/** What a picture of a tool or family shows, for those who don't see it: if specifications end in letters, it is
 * a drawing that names these measures. */
export function pictureText(name: string, specifications: readonly { name: string }[]): string {
  const measures = specifications.flatMap((each) => {
    const letter = measureLetter(each.name);
    return letter ? [texts.measure(letter, each.name.slice(0, -2))] : [];
  });
  return measures.length > 0 ? texts.about(name, [...new Set(measures)].sort()) : name;
}
