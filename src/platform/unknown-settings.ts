/** Beginnings of names that on a machine of the shop’s are meant for the shop. */
const OURS =
  /^(SHOP|DATABASE|SMTP|STRIPE|S3|METRICS|FIREBASE|GOOGLE_CLIENT|IMAGE|IMGBB|MAIL|CARD|IDENTITY|TRUST)_/;
/** A name that differs from a setting’s by no more letters was meant to be that one. */
const SLIP_LETTERS = 2;

/** What is wrong with names that were meant for the shop: `problems` keep it from starting, `notes` only tell. */
export type UnknownSettings = { problems: string[]; notes: string[] };

/**
 * Finds the names that look like settings and are none. One that is misspelt is a problem: its value would be heeded by
 * nobody. Any other may be somebody else’s (Kubernetes gives each service of a namespace names of its own), so it is told.
 */
export function findUnknownSettings(given: string[], known: string[]): UnknownSettings {
  const unknown = given.filter((name) => OURS.test(name) && !known.includes(name)).sort();
  const found: UnknownSettings = { problems: [], notes: [] };
  for (const name of unknown) {
    const { nearest, letters } = findNearest(name, known);
    if (letters <= SLIP_LETTERS) found.problems.push(`${name} is no setting: did you mean ${nearest}?`);
    else found.notes.push(`${name} is no setting of the shop, and is not heeded (the nearest is ${nearest})`);
  }
  return found;
}

function findNearest(name: string, known: string[]): { nearest: string; letters: number } {
  return known
    .map((nearest) => ({ nearest, letters: lettersApart(name, nearest) }))
    .reduce((best, one) => (one.letters < best.letters ? one : best));
}

/** How many letters must be put in, taken out or changed to make one word of the other (Levenshtein). */
function lettersApart(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [row, letter] of [...one].entries()) {
    const line = [row + 1];
    for (const [column, otherLetter] of [...other].entries()) {
      const changed = (above[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      line.push(Math.min(changed, (above[column + 1] ?? 0) + 1, (line[column] ?? 0) + 1));
    }
    above = line;
  }
  return above.at(-1) ?? 0;
}
