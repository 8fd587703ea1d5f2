import { randomUUID } from 'node:crypto';
import {
  type Span as ApiSpan,
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { withTimeout } from '#platform/concurrency.ts';
import type { OtlpSettings } from '#platform/config/trace-settings.ts';
import { reasonOf } from '#platform/errors.ts';
import type { Span, SpanStart, Tracing } from '#platform/span.ts';

/** Maximum number of ended spans waiting to be sent, some megabytes; further ones are dropped while the
 * receiver is away. */
const MOST_WAITING = 2048;
const MOST_AT_ONCE = 512;
const SEND_EVERY_MS = 2_000;
const SEND_WITHIN_MS = 5_000;
/** Enough to send everything that waits at once when the shop stops. */
const SENDING_AT_ONCE = 8;
const STOP_WITHIN_MS = 2_000;
const ANSWER_WITHIN_MS = 5_000;
const LONGEST_VALUE = 2_000;

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const;

type Listener = { onTrouble(error: Error | undefined): void; onRecovery(): void };

/** Sends traces by OTLP over HTTP, or drops them. Does not register with OpenTelemetry's API: libraries would
 * add unvetted spans. */
export function createOtlpTracing(settings: OtlpSettings, listener: Listener): Tracing {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: settings.headers,
    timeoutMillis: SEND_WITHIN_MS,
    concurrencyLimit: SENDING_AT_ONCE,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.instance.id': randomUUID(),
      ...settings.resource,
      'service.name': settings.serviceName,
    }),
    sampler: toSampler(settings.sampling),
    spanLimits: { attributeValueLengthLimit: LONGEST_VALUE },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: hearingOf(exporter, listener),
        maxQueueSize: MOST_WAITING,
        maxExportBatchSize: MOST_AT_ONCE,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: SEND_WITHIN_MS,
      }),
    ],
  });
  const tracer = provider.getTracer('toolyard');
  const propagator = new W3CTraceContextPropagator();
  let stopped: Promise<void> | undefined;

  function openIn(context: Context, { name, kind, facts = {} }: SpanStart): Span {
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes: facts }, context);
    const { traceId, spanId } = span.spanContext();
    return {
      ids: { traceId, spanId },
      open: (start) => openIn(trace.setSpan(ROOT_CONTEXT, span), start),
      tell: (more) => void span.setAttributes(more),
      end: (failure) => end(span, failure),
    };
  }

  return {
    summary: `sent to ${new URL(settings.url).host} as ${settings.serviceName}`,
    open: (start, caller = {}) =>
      openIn(propagator.extract(ROOT_CONTEXT, caller, defaultTextMapGetter), start),
    check: () => askReceiver(settings),
    stop() {
      const shutdown = () => provider.shutdown().catch(() => undefined);
      stopped ??= withTimeout(shutdown(), STOP_WITHIN_MS, () => undefined);
      return stopped;
    },
  };
}

/** Ends a span. Of a failure, only the code or class is recorded: messages may quote user input. */
function end(span: ApiSpan, failure: unknown): void {
  if (failure !== undefined) {
    span.setStatus({ code: SpanStatusCode.ERROR });
    span.setAttribute('error.type', kindOf(failure));
  }
  span.end();
}

function kindOf(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure === 'string' ? failure : '_OTHER';
  return 'code' in failure && typeof failure.code === 'string' ? failure.code : failure.name;
}

function toSampler({ isParentHeeded, share }: OtlpSettings['sampling']): Sampler {
  const root = new TraceIdRatioBasedSampler(share);
  return isParentHeeded ? new ParentBasedSampler({ root }) : root;
}

function hearingOf(exporter: SpanExporter, { onTrouble, onRecovery }: Listener): SpanExporter {
  let isInTrouble = false;
  return {
    export(spans, answer) {
      exporter.export(spans, (result) => {
        const isFailed = result.code !== ExportResultCode.SUCCESS;
        if (isFailed && !isInTrouble) onTrouble(result.error);
        if (!isFailed && isInTrouble) onRecovery();
        isInTrouble = isFailed;
        answer(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

/** Sends an empty report to a trace receiver. @throws Error with a message for the operator */
async function askReceiver({ url, headers }: OtlpSettings): Promise<string> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ resourceSpans: [] }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch((error: unknown) => {
    throw new Error(`it cannot be reached: ${reasonOf(error)}`);
  });
  await response.body?.cancel();
  if (response.ok) return 'takes traces';
  const about =
    response.status === 401 || response.status === 403 ? '; look at OTEL_EXPORTER_OTLP_HEADERS' : '';
  throw new Error(`it answers ${response.status}${about}`);
}
