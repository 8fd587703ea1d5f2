import { z } from 'zod';
import { isEmail } from '#contracts/email.ts';

/** 0 or 1, as a truth. */
export const flag = z.enum(['0', '1'], { error: 'must be 0 or 1' }).transform((value) => value === '1');

/** A whole number within bounds. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= min && value <= max, `must be between ${min} and ${max}`);

/** An email address, in lower case. */
export const email = z.string().trim().toLowerCase().refine(isEmail, 'must be an email address');

/** Settings as they stand in the environment, by their names. */
type Environment<Name extends string> = Partial<Record<Name, unknown>>;

/** What is wrong when one of two settings that only make sense together is given alone. */
export function halfGiven<Name extends string>(env: Environment<Name>, first: Name, second: Name): string[] {
  if ((env[first] === undefined) === (env[second] === undefined)) return [];
  const missing = env[first] === undefined ? first : second;
  const given = missing === first ? second : first;
  return [`${missing} is missing: ${given} is set, and they go together`];
}
