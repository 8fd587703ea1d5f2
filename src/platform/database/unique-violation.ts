/** What PostgreSQL says of a second row with the same unique key. */
const UNIQUE_VIOLATION = '23505';

/** Whether an error says that a row with the same unique key is there already. */
export function isUniqueViolation(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION;
}
