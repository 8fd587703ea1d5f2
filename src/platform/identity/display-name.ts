import { toPlainLine } from '#contracts/text.ts';

/** The longest name that the shop's own forms take. */
const MAX_CHARACTERS = 200;

/**
 * The name that a provider elsewhere gives somebody, who may have put anything into it; `undefined` when there is nothing
 * to see.
 */
export function readDisplayName(name: unknown): string | undefined {
  return (typeof name === 'string' && toPlainLine(name, MAX_CHARACTERS)) || undefined;
}
