import type { Row } from './figures.ts';

const columns = [
  ['what (min – median – max)', ({ what }: Row) => what],
  ['floor', ({ floor = '' }: Row) => floor],
  ['ours', ({ ours }: Row) => ours],
  ['ratio', ({ ratio = '' }: Row) => ratio],
  ['wanted', ({ wanted }: Row) => wanted],
] as const;

/** Renders rows as a Markdown table, without empty columns; spreads are min – median – max. */
export function toTable(rows: Row[]): string {
  const shown = columns.filter(([, read]) => rows.some((row) => read(row) !== ''));
  const lines = rows.map((row) => shown.map(([, read]) => read(row)));
  const head = shown.map(([name]) => name);
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
