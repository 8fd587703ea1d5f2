import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { paperColours } from './theme.ts';

it('gives the browser’s bar the background colour of the pages', () => {
  const tokens = readFileSync(new URL('./styles/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain(`--color-paper: light-dark(${paperColours.light}, ${paperColours.dark});`);
});
