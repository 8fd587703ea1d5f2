import { expect, it } from 'vitest';
import { findAdvisories } from './advisories.ts';

it.each([
  ['node', '24.21.0', 1],
  ['node', '24.9.1', 1],
  ['node', '24.22.1', 0],
  ['node', '24.23.0', 0],
  ['node', '26.1.0', 0],
  ['postgresql', '18.4', 1],
  ['postgresql', '18.4.0-beta.17', 1],
  ['postgresql', '18.7', 0],
  ['postgresql', '18.10', 0],
  ['postgresql', '15.18', 0],
  ['zod', '1.0.0', 0],
])('%s %s: %i', (name, version, count) => {
  expect(findAdvisories(name, version)).toHaveLength(count);
});
