import { expect, it, vi } from 'vitest';
import { createNotationFinder, readNumber } from '#contracts/number-notation.ts';
import { nameKey } from '#contracts/text.ts';
import { plainName, readColumns } from './column-rules.ts';
import { pictureKey } from './file-rules.ts';
import { toPlainText } from './plain-text.ts';
import { cellsOf } from './read-row.ts';

/** Unicode normalization sorts the marks of one letter in quadratic time. */
const heap = `a${'\u0301\u0323'.repeat(200_000)}`;
const long = '\uFDFA'.repeat(900_000);

/** Strings that are normalized while `work` runs. */
function normalized(work: () => void): string[] {
  const texts: string[] = [];
  const { normalize } = String.prototype;
  const spy = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
    texts.push(this.toString());
    return normalize.call(this, form);
  });
  work();
  spy.mockRestore();
  return texts;
}

it('normalizes no long run of marks, whichever cell it is in', () => {
  const reads = [
    plainName,
    pictureKey,
    nameKey,
    (cell: string) => readNumber(cell, '.'),
    createNotationFinder().look,
  ];
  const all = normalized(() => {
    for (const read of reads) read(heap);
  });
  expect(all).toEqual([]);
});

it('reads no more of a cell as a number than a number can have', () => {
  const all = normalized(() => {
    expect(readNumber(long, '.')).toBeUndefined();
    expect(readNumber(`1${' '.repeat(900_000)}1`, '.')).toBeUndefined();
    expect(readNumber(`${' '.repeat(900_000)}1`, '.')).toBe(1);
    createNotationFinder().look(long);
  });
  expect(all.map(({ length }) => length)).toEqual([1]);
});

it('reads no more of a cell than its field may have', () => {
  const columns = { names: ['Name'], fields: ['name' as const], isOwn: false };
  const nameOf = (cell: string) => cellsOf({ row: 1, cells: [cell] }, columns).name;
  expect(nameOf(long)).toHaveLength(25_001);
  // Trimming must not leave a name that would be accepted.
  expect(nameOf(`Hammer${' '.repeat(30_000)}Two`)?.trim()).toHaveLength(25_001);
});

it('searches once for a missing end tag', () => {
  expect(toPlainText('a <script>b</script>c <!-- d --><style>e</style><b>f</b>')).toBe('a c f');
  const looks = vi.spyOn(RegExp.prototype, 'test');
  const open = '<script>'.repeat(2_400);
  expect(toPlainText(`a ${open}${'<!--'.repeat(10)}`)).toContain('a ');
  expect(looks.mock.calls.length).toBeLessThan(10);
  looks.mockRestore();
});

it('takes a column for what its sender says alone, whatever it is called', () => {
  const columns = readColumns(['constructor', 'SKU', 'Note'], { SKU: 'part_number', Note: null });
  expect(columns).toMatchObject({ fields: [undefined, 'part_number', undefined] });
});
