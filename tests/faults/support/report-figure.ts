import { appendFileSync, mkdirSync } from 'node:fs';

const FOLDER = 'test-results';

/** Appends a suite's result as a line to `test-results/figures.txt`, for `docs/security.md`. */
export function reportFigure(promise: string, seen: string): void {
  mkdirSync(FOLDER, { recursive: true });
  appendFileSync(`${FOLDER}/figures.txt`, `${promise}: ${seen}\n`);
}
