import { expect, it } from 'vitest';
import { readArgument } from './command-line.ts';

const backup = { name: 'backup', option: '--verify', takes: '[FILE]', about: [] };
const restore = { name: 'restore', takes: 'FILE', about: [] };
const start = { name: 'start', about: [] };

it('accepts the one argument of a command', () => {
  expect(readArgument(restore, ['shop.tar.gz'])).toBe('shop.tar.gz');
  expect(readArgument(backup, [])).toBeUndefined();
  expect(readArgument(backup, ['--verify'])).toBeUndefined();
  for (const args of [
    ['--verify', 'shop.tar.gz'],
    ['shop.tar.gz', '--verify'],
  ])
    expect(readArgument(backup, args)).toBe('shop.tar.gz');
  expect(readArgument(start, [])).toBeUndefined();
});

it.each([
  [restore, [], 'npm run restore needs FILE. Usage: npm run restore -- FILE.'],
  [
    backup,
    ['one', 'two'],
    'npm run backup does not know what to do with two. Usage: npm run backup -- [--verify] [FILE].',
  ],
  [restore, ['--verify', 'x'], 'npm run restore does not know --verify. Usage: npm run restore -- FILE.'],
  [start, ['80'], 'npm start does not know what to do with 80. Usage: npm start.'],
  [start, ['--port', '80'], 'npm start does not know --port. Usage: npm start.'],
])('refuses an invalid one: %#', (command, args, problem) => {
  expect(() => readArgument(command, args)).toThrow(problem);
});
