import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const page = join(import.meta.dirname, '../../docs/measurements.md');

/** Writes a part's results between its two marks in docs/measurements.md. @throws if the marks are missing */
export function writePart(name: string, text: string): void {
  const before = readFileSync(page, 'utf8');
  const marked = new RegExp(`(<!-- ${name} -->\n).*?(<!-- /${name} -->)`, 's');
  if (!marked.test(before)) throw new Error(`docs/measurements.md has no place for ${name}`);
  writeFileSync(
    page,
    before.replace(marked, (_all, open: string, close: string) => `${open}${text}\n${close}`),
  );
}
