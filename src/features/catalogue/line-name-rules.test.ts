import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Specification } from '#features/catalogue/contract.ts';
import { lineName, MOST_ADDED } from './line-name-rules.ts';

const spec = (name: string, value: string, unit: string | null = null): Specification => ({
  name,
  value,
  unit,
});
const width = spec('Width', '10', 'mm');
const length = spec('Length', '140', 'mm');

describe('the name of a line', () => {
  it.each([
    ['Combination wrench, 10 mm', [width, length]],
    ['Combination wrench 10mm', [width, length]],
    ['Wrench, 3/8 in', [spec('Opening', '3/8"')]],
    ['Screwdriver bit PH2', [spec('Tip', 'PH2'), spec('Length', '25', 'mm')]],
    ['Thread tap M8', [spec('Thread', 'M8')]],
    ['Claw hammer', []],
  ])('is the tool’s where that tells the size: %s', (name, differing) =>
    expect(lineName({ name, differing, hasNamesake: false })).toBe(name),
  );

  it.each([
    ['Wrench', [width, length], 'Wrench, Width 10 mm, Length 140 mm'],
    ['Wrench, set of 10', [width], 'Wrench, set of 10, Width 10 mm'],
    ['Wrench, 110 mm handle', [width], 'Wrench, 110 mm handle, Width 10 mm'],
    ['Gasket', [spec('Form', 'A')], 'Gasket, Form A'],
    ['Set', ['1', '2', '3', '4'].map((n) => spec(`N${n}`, n)), 'Set, N1 1, N2 2, N3 3'],
  ])('has what members differ in after it where it does not: %s', (name, differing, line) =>
    expect(lineName({ name, differing, hasNamesake: false })).toBe(line),
  );

  it('has what a name shared by members leaves out', () => {
    const line = lineName({ name: 'Screw, 10 mm', differing: [width, length], hasNamesake: true });
    expect(line).toBe('Screw, 10 mm, Length 140 mm');
  });
});

const word = fc.stringMatching(/^[A-Z][a-z]{2,7}$/);
const facts = fc.uniqueArray(
  fc.record({
    name: word,
    value: fc.oneof(fc.integer({ min: 1, max: 400 }).map(String), word, fc.string({ maxLength: 80 })),
    unit: fc.constantFrom(null, 'mm', 'in'),
  }),
  { selector: ({ name }) => name, maxLength: 16 },
);
const member = fc.record({
  name: fc.string({ minLength: 1, maxLength: 200 }),
  differing: facts,
  hasNamesake: fc.boolean(),
});

describe('whatever the specifications', () => {
  it('begins with the tool’s name and is bounded', () => {
    fc.assert(
      fc.property(member, (of) => {
        const line = lineName(of);
        expect(line.startsWith(of.name)).toBe(true);
        expect(line.length).toBeLessThanOrEqual(of.name.length + MOST_ADDED);
      }),
    );
  });

  it('tells each member from the others of its name that differ in up to three short facts', () => {
    const sizes = fc.uniqueArray(fc.tuple(fc.nat(99), fc.nat(99), word), {
      minLength: 2,
      maxLength: 12,
      selector: (size) => size.join(),
    });
    fc.assert(
      fc.property(word, sizes, (name, of) => {
        const lines = of.map(([wide, long, finish]) => {
          const differing = [
            spec('Width', `${wide}`, 'mm'),
            spec('Length', `${long}`, 'mm'),
            spec('Finish', finish),
          ];
          return lineName({ name, differing, hasNamesake: true });
        });
        expect(new Set(lines).size).toBe(of.length);
      }),
    );
  });

  it('adds nothing to a name to which the size has been added', () => {
    fc.assert(
      fc.property(word, fc.nat(99), (name, wide) => {
        const differing = [spec('Width', `${wide}`, 'mm')];
        const line = lineName({ name, differing, hasNamesake: false });
        expect(lineName({ name: line, differing, hasNamesake: false })).toBe(line);
      }),
    );
  });
});
