/** How long a file may wait for its reader in one go, and how much of that comes back with each part taken: a
 * part is some 100 kB. */
export const PATIENCE_MS = 60_000;
const REGAINED_MS = 1_000;

/** Passes on the parts of a file, and calls `giveUp` once the reader has kept it waiting for too
 * long, however little it takes in between: a feed has few readers at once. How long a part takes
 * to make does not count. */
export async function* withPatience(
  parts: AsyncIterable<string>,
  giveUp: () => void,
  now: () => number = () => performance.now(),
): AsyncGenerator<string> {
  let patienceMs = PATIENCE_MS;
  for await (const part of parts) {
    const since = now();
    const timer = setTimeout(giveUp, patienceMs);
    try {
      yield part;
    } finally {
      clearTimeout(timer);
    }
    patienceMs = Math.min(PATIENCE_MS, Math.max(0, patienceMs - (now() - since)) + REGAINED_MS);
  }
}
