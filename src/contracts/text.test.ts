import { expect, it } from 'vitest';
import { z } from 'zod/mini';
import { atMost, formText, optionalText, plainLine } from './text.ts';

const note = formText({ label: 'Note', missing: 'Write a note', max: 40 });
const messageOf = (schema: z.ZodMiniType, text: string) => {
  const { error } = z.safeParse(schema, text);
  return error?.issues[0]?.message;
};

it('counts the letters that a ligature expands to', () => {
  const tooLong = 'Note must be 40 characters or shorter';
  expect(messageOf(note, 'a'.repeat(40))).toBeUndefined();
  expect(messageOf(note, 'a'.repeat(41))).toBe(tooLong);
  expect(messageOf(note, `${'\uFDFA'.repeat(2)}abcd`)).toBeUndefined();
  expect(messageOf(note, '\uFDFA'.repeat(3))).toBe(tooLong);
  expect(messageOf(plainLine('Note', 40), '\uFDFA'.repeat(3))).toBe(tooLong);
  expect(messageOf(optionalText('Note', 40), '\uFDFA'.repeat(3))).toBe(tooLong);
});

it('accepts the marks of real languages but no long run of them', () => {
  expect(messageOf(note, 'Việt Nam, ŏ̱, क्षत्रिय, שָׁלוֹם')).toBeUndefined();
  expect(messageOf(note, `a${'\u0301\u0323'.repeat(15)}`)).toBeUndefined();
  expect(messageOf(note, `a${'\u0301\u0323'.repeat(16)}`)).toBe('Note must be plain text');
});

// Normalizing these marks takes seconds.
it('never normalizes a long run of marks', () => {
  const heap = '\u0301\u0323'.repeat(32_000);
  let normalized = 0;
  const { normalize } = String.prototype;
  String.prototype.normalize = function (form) {
    normalized += 1;
    return normalize.call(this, form);
  };
  try {
    expect(messageOf(note, heap)).toBeDefined();
    expect(messageOf(z.string().check(...atMost(100_000, 'too long')), heap)).toBe('too long');
  } finally {
    String.prototype.normalize = normalize;
  }
  expect(normalized).toBe(0);
});
