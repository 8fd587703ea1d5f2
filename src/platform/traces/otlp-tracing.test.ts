import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Tracing } from '#platform/span.ts';
import { startTraceReceiver, type TraceReceiver } from '#tests/support/trace-receiver.ts';
import { until } from '#tests/support/until.ts';
import { createOtlpTracing } from './otlp-tracing.ts';

let receiver: TraceReceiver;
let heard: string[];
let tracing: Tracing;

const make = (sampling = { isParentHeeded: true, share: 1 }) =>
  createOtlpTracing(
    {
      kind: 'otlp',
      url: `${receiver.endpoint}/v1/traces`,
      headers: { 'api-key': 'the key' },
      serviceName: 'toolyard',
      resource: { 'deployment.environment.name': 'trial' },
      sampling,
    },
    {
      onTrouble: (error) => heard.push(`trouble: ${error?.message}`),
      onRecovery: () => heard.push('recovery'),
    },
  );

beforeEach(async () => {
  receiver = await startTraceReceiver();
  heard = [];
  tracing = make();
});
afterEach(async () => {
  await tracing.stop();
  await receiver.stop();
});

const job = { name: 'job x', kind: 'consumer' } as const;
const traceparent = (sampled: '00' | '01') =>
  `00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-${sampled}`;

it('reports the service of the spans, and sends its key', async () => {
  tracing.open(job).end();
  await tracing.stop();
  expect(receiver.spans.map(({ name, kind }) => ({ name, kind }))).toEqual([{ name: 'job x', kind: 5 }]);
  expect(receiver.headers).toMatchObject({ 'api-key': 'the key', 'content-type': 'application/json' });
  expect(receiver.resources).toEqual([
    {
      'service.name': 'toolyard',
      'service.instance.id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'deployment.environment.name': 'trial',
    },
  ]);
});

it('drops spans that exceed its memory limit', async () => {
  for (let count = 0; count < 10_000; count++) tracing.open(job).end();
  await tracing.stop();
  // 512 in transit, and 2,048 queued.
  expect(receiver.spans).toHaveLength(2_560);
});

it('reports once that spans are refused, and once that they are accepted again', async () => {
  receiver.behave(400);
  // Sent at once, in two reports.
  for (let count = 0; count < 1_024; count++) tracing.open(job).end();
  await until('two refusals', async () => receiver.refused() === 2);
  receiver.behave(200);
  tracing.open(job).end();
  await tracing.stop();
  expect(heard).toEqual(['trouble: Bad Request', 'recovery']);
  expect(receiver.spans).toHaveLength(1);
});

it('does not wait for a hanging receiver when the shop stops', async () => {
  receiver.behave('silent');
  tracing.open(job).end();
  await tracing.stop();
  expect(receiver.unanswered()).toBe(1);
});

it('continues a caller’s trace, and follows its sampling', async () => {
  const kept = tracing.open(job, { traceparent: traceparent('01') });
  kept.open({ name: 'beneath', kind: 'internal' }).end();
  kept.end();
  tracing.open(job, { traceparent: traceparent('00') }).end();
  tracing.open({ ...job, name: 'none' }, { traceparent: 'nonsense' }).end();
  await tracing.stop();
  const spanOf = (name: string) => receiver.spans.find((span) => span.name === name);
  expect(receiver.spans).toHaveLength(3);
  expect(spanOf('job x')).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: '00f067aa0ba902b7',
  });
  expect(spanOf('beneath')).toMatchObject({
    traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
    parentSpanId: kept.ids.spanId,
  });
  expect(spanOf('none')).not.toHaveProperty('parentSpanId');
});

it('samples the configured share of traces', async () => {
  const none = make({ isParentHeeded: true, share: 0 });
  none.open(job).open(job).end();
  none.open(job, { traceparent: traceparent('01') }).end();
  await none.stop();
  const unheeding = make({ isParentHeeded: false, share: 0 });
  unheeding.open(job, { traceparent: traceparent('01') }).end();
  await unheeding.stop();
  expect(receiver.spans.map(({ traceId }) => traceId)).toEqual(['4bf92f3577b34da6a3ce929d0e0e4736']);
});

it('reports only the type of a failure', async () => {
  tracing.open(job).end(Object.assign(new Error('Key (email)=(ada@home.example)'), { code: '23505' }));
  tracing.open(job).end(new RangeError('ada@home.example'));
  await tracing.stop();
  expect(receiver.spans.map(({ status, attributes }) => ({ status, attributes }))).toEqual([
    { status: { code: 2 }, attributes: { 'error.type': '23505' } },
    { status: { code: 2 }, attributes: { 'error.type': 'RangeError' } },
  ]);
  expect(receiver.text()).not.toContain('ada@home.example');
});

it('checks in words whether its receiver is up', async () => {
  expect(await tracing.check()).toBe('takes traces');
  receiver.behave(401);
  await expect(tracing.check()).rejects.toThrow('it answers 401; look at OTEL_EXPORTER_OTLP_HEADERS');
  receiver.behave(404);
  await expect(tracing.check()).rejects.toThrow('it answers 404');
  await receiver.stop();
  await expect(tracing.check()).rejects.toThrow(/^it cannot be reached: /);
});
