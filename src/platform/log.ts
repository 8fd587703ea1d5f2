import { type Logger, pino } from 'pino';

/** The structured log, a JSON line an entry. */
export type Log = Logger;

/** Makes the log. Headers and bodies that carry secrets are never written. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['req.headers.authorization', 'req.headers.cookie', '*.password', '*.token', '*.clientSecret'],
  });
}
