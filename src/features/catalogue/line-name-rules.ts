import { cutText } from '#contracts/cut-text.ts';
import type { Specification } from '#features/catalogue/contract.ts';
import { lineWords } from '#pasted-lists';

/** A member of a family, with those of its specifications in which members differ, in order. `hasNamesake`:
 * another member has the same name. */
export type NamedMember = { name: string; differing: readonly Specification[]; hasNamesake: boolean };

/** Maximum number of specifications that a line states. */
const MOST_STATED = 3;

/** Maximum number of characters that a line has beyond its tool's name. */
export const MOST_ADDED = 120;

/** Returns the name of a member on lines of orders and lists. A name that tells its size, `Wrench, 10 mm`, is
 * enough; others are followed by what members differ in and the name leaves out: `Screw, Length 40 mm`. */
export function lineName({ name, differing, hasNamesake }: NamedMember): string {
  const untold = differing.filter((each) => !isToldBy(name, each));
  if (untold.length < differing.length && !hasNamesake) return name;
  const facts = untold.slice(0, MOST_STATED).map((each) => `${each.name} ${measure(each)}`);
  return facts.length === 0 ? name : name + cutText(`, ${facts.join(', ')}`, MOST_ADDED).trimEnd();
}

const measure = ({ value, unit }: Specification): string => (unit ? `${value} ${unit}` : value);

/** Whether a name has all words and sizes of a specification's value, however these are written. */
function isToldBy(name: string, specification: Specification): boolean {
  const [told, wanted] = [keysOf(name), keysOf(measure(specification))];
  return wanted.length > 0 && wanted.every((key) => told.includes(key));
}

const keysOf = (text: string): string[] =>
  lineWords(text).map((word) => word.text ?? `${word.value} ${word.unit}`);
