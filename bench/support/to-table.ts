import type { Row } from './figures.ts';

/** Renders rows as a Markdown table; spreads are min – median – max. */
export function toTable(rows: Row[]): string {
  const lines = rows.map(({ what, floor = '', ours, ratio = '', wanted }) => [
    what,
    floor,
    ours,
    ratio,
    wanted,
  ]);
  const head = ['what (min – median – max)', 'floor', 'ours', 'ratio', 'wanted'];
  return [head, head.map(() => '---'), ...lines].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
