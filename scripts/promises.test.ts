import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

/** What the linter's noFloatingPromises does not see: a promise that is kept, and awaited only after another
 * wait, or let go by `void`. If it fails meanwhile, Node ends the process. Browsers and tests only report
 * it. */

const root = join(import.meta.dirname, '..');

const texts = globSync(['src/**/*.{ts,tsx}', 'packages/**/*.ts', 'scripts/*.ts'], { cwd: root })
  .filter((file) => !/node_modules|\.test\.tsx?$|\/web\/|^src\/(ui|app)\//.test(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

/** `name = call(…)`, without `await`; a variable of a function, so it is indented. */
const KEPT =
  /^( +)(?:const |let )?(\w+)(?:: [^=\n]+)? (?:\?\?)?= (?!await |async |new |function |awaitedLater\()[^\n]*(?:\(|\w$)/gm;

/** Whether this line awaits the promise of this name. */
function awaits(line: string, name: string): boolean {
  if (new RegExp(`\\bawait ${name}\\b(?![([])(?!\\??\\.(?!catch|then|finally))`).test(line)) return true;
  const [, together = ''] = /\bPromise\.\w+\(\[?([^)]*)/.exec(line) ?? [];
  return together.split(/[\],]/).some((each) => each.trim().replace('...', '') === name);
}

/** Finds promises that are awaited after another wait. */
function keptTooLong(text: string): string[] {
  return [...text.matchAll(KEPT)].flatMap(([whole, indent = '', name = '']) => {
    const from = text.indexOf(whole);
    const lines = text.slice(from).split('\n');
    const isOutside = (line: string) => line.trim() !== '' && !line.startsWith(indent);
    const isOwn = (line: string) => line.startsWith(indent) && !/^ *[)}\]]/.test(line.slice(indent.length));
    const end = lines.findIndex((line, nth) => nth > 0 && isOutside(line));
    const body = lines.slice(0, end === -1 ? undefined : end);
    const next = body.findIndex((line, nth) => nth > 0 && isOwn(line) && line[indent.length] !== ' ');
    if (next === -1) return [];
    const awaited = body.findIndex((line, nth) => nth >= next && awaits(line, name));
    const isLate = awaited > next && body.slice(next, awaited).some((line) => /\bawait\b/.test(line));
    return isLate ? [`${name} = … ${body[awaited]?.trim()}`] : [];
  });
}

it('every promise that is awaited later goes through awaitedLater', () => {
  expect(texts.length).toBeGreaterThan(500);
  const late = texts.flatMap(({ file, text }) => keptTooLong(text).map((each) => `${file}: ${each}`));
  expect(late).toEqual([]);
});

it('no promise is let go without a handler', () => {
  const letGo = texts.flatMap(({ file, text }) =>
    [...text.matchAll(/^ *void (?!\()[^;\n]*/gm)].map(([line]) => `${file}: ${line.trim()}`),
  );
  expect(letGo).toEqual([]);
});

it('finds one that is kept past another wait', () => {
  const body = (kept: string) => `async function send() {\n  ${kept}\n  await other();\n  await beside;\n}\n`;
  expect(keptTooLong(body('const beside = more();'))).toHaveLength(1);
  expect(keptTooLong(body('beside ??= more();'))).toHaveLength(1);
  expect(keptTooLong(body('const beside = awaitedLater(more());'))).toEqual([]);
});
