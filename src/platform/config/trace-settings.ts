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
    OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://127.0.0.1:4318').optional(),
    OTEL_EXPORTER_OTLP_HEADERS: pairs.default({}),
    OTEL_SERVICE_NAME: z.string().default('toolyard'),
    OTEL_RESOURCE_ATTRIBUTES: pairs.default({}),
    OTEL_TRACES_SAMPLER: z.string().default('parentbased_always_on'),
    OTEL_TRACES_SAMPLER_ARG: fraction.optional(),
  })
  .transform((env, context) => {
    const { refuse } = weigh(env, context);
    const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = env;
    if (endpoint === undefined) return { kind: 'none' as const };
    const { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share } = env;
    if (!samplers.includes(sampler)) refuse('OTEL_TRACES_SAMPLER', `must be one of ${samplers.join(', ')}`);
    if (share !== undefined && !sampler.endsWith('traceidratio'))
      refuse('OTEL_TRACES_SAMPLER_ARG', `has no use: OTEL_TRACES_SAMPLER is ${sampler}`);
    return {
      kind: 'otlp' as const,
      // Under a general endpoint, traces have their own path (OTLP specification, "OTLP/HTTP Request").
      url: endpoint.replace(/\/?$/, '/v1/traces'),
      headers: env.OTEL_EXPORTER_OTLP_HEADERS,
      serviceName: env.OTEL_SERVICE_NAME,
      resource: env.OTEL_RESOURCE_ATTRIBUTES,
      sampling: {
        isParentHeeded: sampler.startsWith('parentbased'),
        share: sampler.endsWith('always_off') ? 0 : (share ?? 1),
      },
    };
  });
