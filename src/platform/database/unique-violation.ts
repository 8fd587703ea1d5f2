/** What PostgreSQL says of a second row with the same unique key. */
const UNIQUE_VIOLATION = '23505';

/** Whether an error says that a row with the same unique key is there already. */
export function isUniqueViolation(error: unknown): error is Error {
  return codeOf(error) === UNIQUE_VIOLATION;
}

/** Whether an error says that a key or a check forbids what was to be written: class 23 of PostgreSQL's codes. */
export function isRuleViolation(error: unknown): boolean {
  return codeOf(error)?.startsWith('23') === true;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
