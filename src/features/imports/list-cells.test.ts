import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatSpecifications, parseSpecifications } from './list-cells.ts';

const line = fc
  .string({ unit: fc.constantFrom(':', '|', '\\', ' ', 'a', 'é', "'"), minLength: 1, maxLength: 8 })
  .map((text) => text.trim() || 'x');

it('writes specifications so that each comes back as it was', () => {
  const specification = fc.record({ name: line, value: line, unit: fc.option(line) });
  fc.assert(
    fc.property(fc.array(specification, { minLength: 1 }), (specifications) => {
      expect(parseSpecifications(formatSpecifications(specifications) ?? '')).toEqual(specifications);
    }),
  );
});

it('is read as people write it, and names the line that is none', () => {
  expect(parseSpecifications('Jaw width: 125 | mm\r\n\nRatio:1:10')).toEqual([
    { name: 'Jaw width', value: '125', unit: 'mm' },
    { name: 'Ratio', value: '1:10', unit: null },
  ]);
  expect(parseSpecifications('Jaw width: 125\nmade of steel')).toEqual({ line: 2 });
  expect(formatSpecifications([])).toBeNull();
});
