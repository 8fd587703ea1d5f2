import type { Log } from '#platform/log.ts';
import type { Tracing } from '#platform/traces/span.ts';
import type { TraceSettings } from '#platform/traces/trace-settings.ts';

/** Where the settings have traces sent; without an endpoint nothing of OpenTelemetry is loaded. */
export async function chooseTracing(settings: TraceSettings, log: Log): Promise<Tracing | undefined> {
  if (settings.kind === 'none') return undefined;
  const { createOtlpTracing } = await import('#platform/traces/otlp-tracing.ts');
  return createOtlpTracing(settings, {
    onTrouble: (error) => log.warn({ err: error }, 'traces cannot be sent, and are dropped'),
    onRecovery: () => log.info('traces are sent again'),
  });
}
