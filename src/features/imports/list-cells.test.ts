import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatSpecifications, parseSpecifications } from './list-cells.ts';

const line = fc
  .string({ unit: fc.constantFrom(':', '|', '\\', ' ', 'a', 'é', "'"), minLength: 1, maxLength: 8 })
  .map((text) => text.trim() || 'x');

it('round-trips specifications', () => {
  const specification = fc.record({ name: line, value: line, unit: fc.option(line) });
  fc.assert(
    fc.property(fc.array(specification, { minLength: 1 }), (specifications) => {
      expect(parseSpecifications(formatSpecifications(specifications) ?? '')).toEqual(specifications);
    }),
  );
});

it('reads typed specifications, and names the line that is not one', () => {
  expect(parseSpecifications('Jaw width: 125 | mm\r\n\nRatio:1:10')).toEqual([
    { name: 'Jaw width', value: '125', unit: 'mm' },
    { name: 'Ratio', value: '1:10', unit: null },
  ]);
  expect(parseSpecifications('Jaw width: 125\nmade of steel')).toEqual({ line: 2 });
  expect(formatSpecifications([])).toBeNull();
});
