import { type DestinationStream, type Logger, pino } from 'pino';
import { currentActor } from './actor.ts';
import { spanUnderWay } from './span.ts';

export type Log = Logger;

/** The logged properties of errors. Others that libraries attach quote rows, answers and settings: `detail`,
 * `response`, `raw`, `input`. */
const LOGGED_OF_ERRORS = [
  ...['type', 'message', 'stack', 'code', 'status', 'statusCode', 'syscall', 'signal'],
  ...['severity', 'schema', 'table', 'column', 'constraint', 'routine'],
];

/** Creates the log, without personal data and secrets. A request's lines have its id as `reqId`; traced ones
 * have their trace and span: https://opentelemetry.io/docs/specs/otel/compatibility/logging_trace_context/ */
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
  const known = Object.entries(fields).filter(([name]) => LOGGED_OF_ERRORS.includes(name));
  const several = error instanceof AggregateError && { errors: error.errors.map(describeError) };
  return { ...Object.fromEntries(known), ...several };
}

function whereabouts(_fields: object, _level: number, log: Logger): object {
  const { requestId } = currentActor();
  const span = spanUnderWay();
  return {
    // A request's own log has it already.
    ...(requestId !== undefined && !('reqId' in log.bindings()) && { reqId: requestId }),
    ...(span && { trace_id: span.ids.traceId, span_id: span.ids.spanId }),
  };
}

const HIDDEN = '[Redacted]';

/** Field names whose value is a secret, anywhere in a line. */
const SECRET_FIELD =
  /("[\w-]{0,40}(?:password|passwd|secret|token|authorization|cookie|api-?_?key)[\w-]{0,40}":)("(?:[^"\\]|\\.)*"|\[[^\]]*\])/gi;

/** Patterns of secrets and personal addresses within a text, and their replacements. */
const LOOKS: [RegExp, string][] = [
  [/([a-z][a-z\d+.-]{0,20}:\/\/)[^\s"/@]{1,300}@/gi, `$1${HIDDEN}@`],
  [
    /([?&][\w-]{0,40}(?:token|secret|password|key|code|email|signature|credential|session|state)[\w-]{0,40}=)[^&\s"\\]+/gi,
    `$1${HIDDEN}`,
  ],
  [/\b(Bearer|Basic) [\w.~+/=-]{8,}/g, `$1 ${HIDDEN}`],
  [/\b(set-cookie|cookie|authorization): ?[^"\\]+/gi, `$1: ${HIDDEN}`],
  // A JSON Web Token begins with {" in base64url (RFC 7519).
  [/\beyJ[\w-]+\.[\w-]+(?:\.[\w-]*)?/g, HIDDEN],
  // Our own API keys.
  [/\btoolyard_[\w-]{20,}/g, HIDDEN],
  // https://docs.stripe.com/keys, secrets of webhooks (base64), and the client secret of an intent.
  [/\b[sr]k_(?:live|test)_\w+|\bwhsec_[\w+/=]+|\b[a-z]{2,8}_\w+_secret_\w+/g, HIDDEN],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----.*?-----END [A-Z ]*PRIVATE KEY-----/g, HIDDEN],
  [/[^\s"'<>()[\]:;,\\@/=]{1,64}@(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,24}\b/gi, HIDDEN],
];

/** Last resort: removes from a JSON line everything that looks like a secret or a personal address. */
function withoutSecrets(line: string): string {
  const named = line.replace(SECRET_FIELD, `$1"${HIDDEN}"`);
  return LOOKS.reduce((text, [look, instead]) => text.replace(look, instead), named);
}
