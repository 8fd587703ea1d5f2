import { setTimeout as pause } from 'node:timers/promises';

/** Polls until a condition holds, every `everyMs`. @throws once `withinMs` have passed, naming `what` was
 * awaited */
export async function until(
  what: string,
  condition: () => Promise<boolean>,
  withinMs = 30_000,
  everyMs = 20,
): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`Waited in vain for ${what}`);
    await pause(everyMs);
  }
}
