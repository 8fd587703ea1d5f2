import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { accentRule, contrastOf, defaultAccent, LEAST_CONTRAST, shadesOf } from './accent.ts';

it('knows the colours of the style sheet', () => {
  const tokens = readFileSync(new URL('../ui/styles/tokens.css', import.meta.url), 'utf8');
  const pairs = {
    accent: [defaultAccent.light, defaultAccent.dark],
    'on-accent': ['#ffffff', '#14161a'],
    paper: ['#f6f5f1', '#14161a'],
    surface: ['#ffffff', '#1d2025'],
    sunken: ['#ecebe5', '#0f1114'],
  };
  for (const [name, [light, dark]] of Object.entries(pairs))
    expect(tokens).toContain(`--color-${name}: light-dark(${light}, ${dark});`);
});

it('finds the lowest contrast between text and an accent', () => {
  expect(contrastOf('light', '#000000')).toBeGreaterThan(15);
  expect(contrastOf('light', '#ffffff')).toBe(1);
  expect(contrastOf('dark', '#000000')).toBeLessThan(1.3);
  expect(contrastOf('light', defaultAccent.light)).toBeCloseTo(4.52, 2);
  expect(contrastOf('dark', defaultAccent.dark)).toBeCloseTo(5.43, 2);
  // Gray 118 passes on white alone (4.54, as WCAG's own tools say), but not on the shop's other backgrounds.
  expect(contrastOf('light', '#767676')).toBeLessThan(LEAST_CONTRAST);
});

it('derives a stronger shade, a wash and a page rule', () => {
  expect(shadesOf('light', '#1f4e9c')).toEqual({ accent: '#1f4e9c', strong: '#193e7d', wash: '#e9edf5' });
  expect(accentRule({ light: '#1f4e9c', dark: '#8ab4ff' })).toMatch(
    /^:root\{--color-accent:light-dark\(#1f4e9c, #8ab4ff\);--color-accent-strong:light-dark\(#193e7d, #\w{6}\);--color-accent-wash:light-dark\(#e9edf5, #\w{6}\)\}$/,
  );
});
