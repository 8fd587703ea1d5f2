import { type DestinationStream, type Logger, pino } from 'pino';
import { currentActor } from './actor.ts';
import { withoutSecrets } from './log-secrets.ts';
import { spanUnderWay } from './traces/span.ts';

/** The structured log, a JSON line an entry. */
export type Log = Logger;

/**
 * What is told of an error. What else libraries hang on theirs quotes rows, answers, addresses and settings: PostgreSQL
 * `detail` and `where`, mail servers `response`, Stripe `raw`, an address that cannot be read `input`.
 */
const TOLD_OF_ERRORS = [
  ...['type', 'message', 'stack', 'code', 'status', 'statusCode', 'syscall', 'signal'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];

/**
 * Makes the log. People's data and what carries secrets are never written. A line of what is done for a request has its id
 * as `reqId`; one of what is traced has its place in the trace, by the names that OpenTelemetry gives them in logs:
 * https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/
 */
export function createLog(level: string, destination: DestinationStream = pino.destination(1)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: describeError },
      mixin: whereabouts,
      hooks: { streamWrite: withoutSecrets },
    },
    destination,
  );
}

function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { aggregateErrors, ...fields } = pino.stdSerializers.err(error);
  const told = Object.entries(fields).filter(([name]) => TOLD_OF_ERRORS.includes(name));
  const several = error instanceof AggregateError && { errors: error.errors.map(describeError) };
  return { ...Object.fromEntries(told), ...several };
}

function whereabouts(_fields: object, _level: number, log: Logger): object {
  const { requestId } = currentActor();
  const span = spanUnderWay();
  return {
    // The log of a request has it already.
    ...(requestId !== undefined && !('reqId' in log.bindings()) && { reqId: requestId }),
    ...(span && { trace_id: span.ids.traceId, span_id: span.ids.spanId }),
  };
}
