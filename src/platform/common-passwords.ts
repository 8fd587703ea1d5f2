import { readFileSync } from 'node:fs';

// The 10,000 most used passwords of six characters or more among those that have leaked, most used first, out
// of the list in @zxcvbn-ts/language-common 4.1.3 (MIT licence).
const common = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);

/** Whether a password is among the first that anybody would try (decision 8).
 * Upper and lower case count as one. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return common.has(plain) || isRun(plain) || plain.includes('toolyard');
}

/** One character over and over, or neighbours up or down: `aaaaaa`, `abcdef`, `987654`. */
function isRun(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  const [step = 0] = steps;
  return steps.size === 1 && Math.abs(step) <= 1;
}
