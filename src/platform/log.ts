import { type DestinationStream, type Logger, pino } from 'pino';

/** The structured log, a JSON line an entry. */
export type Log = Logger;

const SECRETS = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.token',
  '*.clientSecret',
];

/** Where PostgreSQL's errors quote rows: addresses, phone numbers, whatever people have typed. */
const ROWS = ['err.detail', 'err.where', 'err.internalQuery'];

/** Makes the log. Headers and bodies that carry secrets, and people's data, are never written. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, redact: [...SECRETS, ...ROWS] },
    destination,
  );
}
