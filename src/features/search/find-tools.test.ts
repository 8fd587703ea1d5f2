import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toolSorts } from '#features/catalogue/contract.ts';
import { readToolCursor, writeToolCursor } from './find-tools.ts';

const sorts = fc.constantFrom(...toolSorts);
const whole = fc.nat({ max: 2_147_483_647 });
const counts = fc
  .nat({ max: 10_001 })
  .chain((tools) => fc.record({ tools: fc.constant(tools), listed: fc.nat({ max: tools }) }));
const places = fc.record({ key: whole, id: fc.uuid(), counted: counts });

it('reads the position that it wrote, for that sort only', () => {
  fc.assert(
    fc.property(sorts, sorts, places, (sort, other, place) => {
      const cursor = writeToolCursor(sort, place);
      expect(cursor).toMatch(/^[\w-]+$/);
      expect(readToolCursor(sort, cursor)).toEqual(place);
      if (other !== sort) expect(() => readToolCursor(other, cursor)).toThrow('cursor is not valid');
    }),
  );
});

it('refuses anything that it did not write', () => {
  fc.assert(
    fc.property(sorts, fc.string({ maxLength: 40 }), (sort, text) => {
      for (const cursor of [text, Buffer.from(text).toString('base64url')]) {
        expect(() => readToolCursor(sort, cursor)).toThrow('cursor is not valid');
      }
    }),
  );
});
