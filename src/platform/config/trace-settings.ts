import { z } from 'zod';
import { webAddress, weigh } from './settings-fields.ts';

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
];

const endpoint = webAddress('http://127.0.0.1:4318');

/** `key=value,key=value`, with special characters in values percent-encoded (W3C Baggage, without
 * properties). */
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

type TraceSettings = z.output<typeof traceSettings>;

/** `isParentHeeded`: a trusted caller's sampling decision applies; `share`, 0 to 1, of the rest is sent;
 * `headers` may contain a key. */
export type OtlpSettings = Extract<TraceSettings, { kind: 'otlp' }>;

// https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ and
// …/specs/otel/protocol/exporter/ Other programs read these too, so unsupported values are refused only if
// the shop is configured to send traces.
export const traceSettings = z
  .object({
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
  })
  .transform((env, context) => {
    const { refuse } = weigh(env, context);
    // Under a general endpoint, traces have their own path (OTLP specification, "OTLP/HTTP Request").
    const beneath = env.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/?$/, '/v1/traces');
    const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? beneath;
    if (env.OTEL_SDK_DISABLED === 'true' || env.OTEL_TRACES_EXPORTER === 'none' || url === undefined)
      return { kind: 'none' as const };
    const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share } = env;
    const protocol = env.OTEL_EXPORTER_OTLP_TRACES_PROTOCOL
      ? 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'
      : 'OTEL_EXPORTER_OTLP_PROTOCOL';
    if (env.OTEL_TRACES_EXPORTER !== 'otlp') refuse('OTEL_TRACES_EXPORTER', 'must be otlp or none');
    if ((env[protocol] ?? 'http/json') !== 'http/json')
      refuse(protocol, 'must be http/json: the shop sends traces in no other format');
    if (!samplers.includes(sampler)) refuse('OTEL_TRACES_SAMPLER', `must be one of ${samplers.join(', ')}`);
    if (share !== undefined && !sampler.endsWith('traceidratio'))
      refuse('OTEL_TRACES_SAMPLER_ARG', `is not used: OTEL_TRACES_SAMPLER is ${sampler}`);
    return {
      kind: 'otlp' as const,
      url,
      headers: { ...env.OTEL_EXPORTER_OTLP_HEADERS, ...env.OTEL_EXPORTER_OTLP_TRACES_HEADERS },
      serviceName: env.OTEL_SERVICE_NAME,
      resource: env.OTEL_RESOURCE_ATTRIBUTES ?? {},
      sampling: {
        isParentHeeded: sampler.startsWith('parentbased'),
        share: sampler.endsWith('always_off') ? 0 : (share ?? 1),
      },
    };
  });
