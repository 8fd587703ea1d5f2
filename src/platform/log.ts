import { type DestinationStream, type Logger, pino } from 'pino';
import { spanUnderWay } from './traces/span.ts';

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

/**
 * Which span a line belongs to, by the names that OpenTelemetry gives them in logs:
 * https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
function placeInTrace(): object {
  const span = spanUnderWay();
  return span ? { trace_id: span.ids.traceId, span_id: span.ids.spanId } : {};
}

/** Makes the log. Headers and bodies that carry secrets, and people's data, are never written. */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: [...SECRETS, ...ROWS],
      mixin: placeInTrace,
    },
    destination,
  );
}
