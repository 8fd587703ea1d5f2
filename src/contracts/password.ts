import { z } from 'zod/mini';
import { accountRuleTexts as texts } from '#texts/validation.ts';

/** The length of a password as people count it: each Unicode code point is one character (NIST SP 800-63B-4,
 * section 3.1.1.2). */
export const passwordLength = (password: string) => [...password].length;

const LONGEST = 128;
const SHORTEST = 6;

/** A password that somebody has: no rule but a length that can be hashed. */
export const passwordSchema = z.string({ error: texts.passwordMissing }).check(
  z.minLength(1, texts.passwordMissing),
  z.refine((password) => passwordLength(password) <= LONGEST, texts.passwordLong),
);

/** A password that somebody chooses. */
export const newPasswordSchema = passwordSchema.check(
  z.refine((password) => passwordLength(password) >= SHORTEST, texts.passwordShort),
);

// JSON Schema counts characters, as this does.
passwordSchema.register(z.globalRegistry, { maxLength: LONGEST });
newPasswordSchema.register(z.globalRegistry, { minLength: SHORTEST, maxLength: LONGEST });
