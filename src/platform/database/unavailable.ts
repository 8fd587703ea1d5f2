import { errorCode } from '../error-code.ts';
import { TooManyWaiting } from '../limit-concurrency.ts';

/** PostgreSQL's classes 08, 53, 57P, statements that took too long, a standby, and
 * what Node says of a lost socket. */
const AWAY_CODE =
  /^(08...|25006|53...|57P..|57014|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOENT|EHOSTUNREACH|ENETUNREACH)$/;

/** What the driver says without a code of a connection that was lost, or that did not come about in time. */
const AWAY_MESSAGE =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Query read timeout)/;

/** Whether an error says that the database cannot be used at the moment, and may be again in the next. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof TooManyWaiting) return true;
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  return code ? AWAY_CODE.test(code) : AWAY_MESSAGE.test(error.message);
}
