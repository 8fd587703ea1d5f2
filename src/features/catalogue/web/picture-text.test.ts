import { expect, it } from 'vitest';
import { pictureText } from './picture-text.ts';

it('names the measures of a drawing by their letters, each once', () => {
  const named = (...names: string[]) =>
    pictureText(
      'Screw',
      names.map((name) => ({ name })),
    );
  expect(named('Length B', 'Diameter A', 'Length B')).toBe('Screw. Measures: A: Diameter, B: Length');
  expect(named('Steel', 'Gauge', 'A', 'Width a', 'Rating AB')).toBe('Screw');
});
