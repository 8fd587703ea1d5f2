/** What PostgreSQL says of a second row with the same unique key. */
const UNIQUE_VIOLATION = '23505';

/** Whether an error says that a row with the same unique key is there already. */
export function isUniqueViolation(error: unknown): error is Error {
  return codeOf(error) === UNIQUE_VIOLATION;
}

/**
 * Whether an error says that what was to be written may not be: a key or a check forbids it, or its type (classes 23 and
 * 22 of PostgreSQL's codes).
 */
export function isRuleViolation(error: unknown): boolean {
  return /^2[23]/.test(codeOf(error) ?? '');
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
