import { z } from 'zod';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

const endpoint = z.url({
  protocol: /^https?$/,
  error: 'must be an address such as http://127.0.0.1:4318',
});

/** `key=value,key=value`, values percent-encoded where they hold anything special (W3C Baggage, without properties). */
const pairs = z.string().transform((text, context) => {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  const entries = parts.map((part) => /^\s*([\w!#$%&'*+.^`|~-]+)\s*=\s*(.*?)\s*$/.exec(part));
  try {
    return Object.fromEntries(
      entries.map((entry) => {
        if (!entry) throw new Error('no pair');
        const [, key = '', encoded = ''] = entry;
        const value = decodeURIComponent(encoded);
        if (!/^[\x20-\x7e]*$/.test(value)) throw new Error('no header');
        return [key, value] as const;
      }),
    );
  } catch {
    context.addIssue({ code: 'custom', message: 'must be pairs such as api-key=…,other=…' });
    return z.NEVER;
  }
});

const fraction = z
  .string()
  .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
  .transform(Number);

/**
 * The settings of traces as they stand in the environment, by the names that OpenTelemetry gave them:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ and …/specs/otel/protocol/exporter/
 * Other programs read them too, so what the shop cannot do is refused only where it is asked to send traces.
 */
export const traceEnvironment = {
  OTEL_SDK_DISABLED: z.string().toLowerCase().optional(),
  OTEL_TRACES_EXPORTER: z.string().default('otlp'),
  OTEL_EXPORTER_OTLP_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: endpoint.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_TRACES_HEADERS: pairs.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().default('toolyard'),
  OTEL_RESOURCE_ATTRIBUTES: pairs.optional(),
  OTEL_TRACES_SAMPLER: z.string().default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: fraction.optional(),
};

type Environment = z.infer<z.ZodObject<typeof traceEnvironment>>;

/** Where traces are sent to, and which. */
export type OtlpSettings = {
  kind: 'otlp';
  /** The whole address. */
  url: string;
  /** What the service is asked with; may hold a key. */
  headers: Record<string, string>;
  serviceName: string;
  /** What is said of this process besides its name. */
  resource: Record<string, string>;
  /** `isParentHeeded`: what a trusted caller has decided of its trace holds here; `share` of the rest, 0 to 1, is sent. */
  sampling: { isParentHeeded: boolean; share: number };
};

/** Whether traces are kept, and where. */
export type TraceSettings = { kind: 'none' } | OtlpSettings;

/** What is wrong with settings of the traces that are each right. */
export function traceProblems(env: Environment): string[] {
  if (addressOf(env) === undefined) return [];
  const {
    OTEL_TRACES_SAMPLER: sampler,
    OTEL_TRACES_SAMPLER_ARG: share,
    OTEL_TRACES_EXPORTER: exporter,
  } = env;
  const name = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
    ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
    : 'OTEL_EXPORTER_OTLP_PROTOCOL';
  const problems = [
    exporter !== 'otlp' && 'OTEL_TRACES_EXPORTER must be otlp or none',
    (env[name] ?? 'http/json') !== 'http/json' &&
      `${name} must be http/json: the shop sends traces in no other way`,
    !samplers.some((known) => known === sampler) &&
      `OTEL_TRACES_SAMPLER must be one of ${samplers.join(', ')}`,
    share !== undefined &&
      !sampler.endsWith('traceidratio') &&
      `OTEL_TRACES_SAMPLER_ARG has no use: OTEL_TRACES_SAMPLER is ${sampler}`,
  ];
  return problems.filter((problem) => typeof problem === 'string');
}

/** The settings of the traces in the shop's words; `traceProblems` has found nothing. */
export function toTraceSettings(env: Environment): TraceSettings {
  const url = addressOf(env);
  if (url === undefined) return { kind: 'none' };
  return {
    kind: 'otlp',
    url,
    headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
    serviceName: env.OTEL_SERVICE_NAME,
    resource: env.OTEL_RESOURCE_ATTRIBUTES ?? {},
    sampling: toSampling(env),
  };
}

/** Where traces are to go; `undefined` where there are to be none. */
function addressOf(env: Environment): string | undefined {
  if (env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none') return undefined;
  return env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? beneath(env.OTEL_EXPORTER_OTLP_ENDPOINT);
}

/** Where beneath an endpoint for everything traces go (OTLP specification, "OTLP/HTTP Request"). */
function beneath(address: string | undefined): string | undefined {
  return address === undefined ? undefined : `${address.replace(/\/$/, '')}/v1/traces`;
}

function toSampling(env: Environment): OtlpSettings['sampling'] {
  const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share = 1 } = env;
  return {
    isParentHeeded: sampler.startsWith('parentbased'),
    share: sampler.endsWith('always_off') ? 0 : share,
  };
}
