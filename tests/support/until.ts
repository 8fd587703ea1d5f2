import { setTimeout as pause } from 'node:timers/promises';

/** Waits for a condition, looking often. @throws when `withinMs` have passed, saying `what` was waited for */
export async function until(
  what: string,
  condition: () => Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await pause(20);
  }
}
