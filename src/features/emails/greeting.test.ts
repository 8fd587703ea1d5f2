import { expect, it } from 'vitest';
import { greeting } from './greeting.ts';

it.each(['Ada', 'Mary-Jane O’Neil Jr.', 'J. R. R. Tolkien', 'Ada <b>', '王小明', 'Zoë 3.'])(
  'greets %s',
  (name) => expect(greeting(name)).toBe(`Hello ${name},`),
);

it.each([
  'Win now: https://evil.example/win',
  'You won, see evil.example',
  'WWW evil example',
  'mail me@evil.example',
  'x'.repeat(81),
])('does not carry %j into a mail', (name) => expect(greeting(name)).toBe('Hello,'));
