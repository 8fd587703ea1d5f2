/** What an examination found about one thing: that it is well, what its keeper should know, or what keeps it from working. */
export type Finding = { about: string; state: 'good' | 'note' | 'bad'; words: string };

const marks = { good: '✓', note: '!', bad: '✗' } as const;
const ABOUT_WIDTH = 12;

/** A finding as a line. */
export function toLine({ about, state, words }: Finding): string {
  return `  ${marks[state]} ${about.padEnd(ABOUT_WIDTH)}${words}`;
}

/** Examines one thing: what `look` answers is good, what it throws is bad. */
export async function examine(about: string, look: () => Promise<string>): Promise<Finding> {
  try {
    return { about, state: 'good', words: await look() };
  } catch (error) {
    return { about, state: 'bad', words: error instanceof Error ? error.message : String(error) };
  }
}
