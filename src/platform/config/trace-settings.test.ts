import { describe, expect, it } from 'vitest';
import { problemsOf } from '#tests/support/problems-of.ts';
import { readConfig } from './config.ts';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example/otlp/' };

describe('traces', () => {
  it('go nowhere without an endpoint, whatever else is set', () => {
    const others = { OTEL_SERVICE_NAME: 'shop', OTEL_EXPORTER_OTLP_HEADERS: 'api-key=x' };
    expect(readConfig(others).traces).toEqual({ kind: 'none' });
    expect(readConfig({ ...endpoint, OTEL_SDK_DISABLED: 'true' }).traces).toEqual({ kind: 'none' });
    expect(readConfig({ ...endpoint, OTEL_TRACES_EXPORTER: 'none' }).traces).toEqual({ kind: 'none' });
  });

  it('ignore settings for other exporters while they go nowhere', () => {
    const others = { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'xray' };
    expect(problemsOf(others)).toEqual([]);
    expect(problemsOf({ ...others, ...endpoint })).toHaveLength(2);
  });

  it('go to a path under the general endpoint', () => {
    expect(readConfig(endpoint).traces).toEqual({
      kind: 'otlp',
      url: 'https://traces.example/otlp/v1/traces',
      headers: {},
      serviceName: 'toolyard',
      resource: {},
      sampling: { isParentHeeded: true, share: 1 },
    });
  });

  it('go to their own endpoint unchanged', () => {
    const settings = {
      ...endpoint,
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:4318/in',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%3Db%20c, tenant = shop',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'tenant=traces',
      OTEL_SERVICE_NAME: 'toolyard-eu',
      OTEL_RESOURCE_ATTRIBUTES: 'k8s.pod.name=shop-1,deployment.environment.name=trial',
    };
    expect(readConfig(settings).traces).toMatchObject({
      url: 'http://127.0.0.1:4318/in',
      headers: { 'api-key': 'a=b c', tenant: 'traces' },
      serviceName: 'toolyard-eu',
      resource: { 'k8s.pod.name': 'shop-1', 'deployment.environment.name': 'trial' },
    });
  });

  it.each([
    ['always_on', undefined, { isParentHeeded: false, share: 1 }],
    ['always_off', undefined, { isParentHeeded: false, share: 0 }],
    ['traceidratio', '0.25', { isParentHeeded: false, share: 0.25 }],
    ['parentbased_always_on', undefined, { isParentHeeded: true, share: 1 }],
    ['parentbased_always_off', undefined, { isParentHeeded: true, share: 0 }],
    ['parentbased_traceidratio', '0', { isParentHeeded: true, share: 0 }],
    ['parentbased_traceidratio', undefined, { isParentHeeded: true, share: 1 }],
  ])('are sampled by %s %s', (sampler, share, sampling) => {
    const settings = { OTEL_TRACES_SAMPLER: sampler, ...(share && { OTEL_TRACES_SAMPLER_ARG: share }) };
    expect(readConfig({ ...endpoint, ...settings }).traces).toMatchObject({ sampling });
  });

  it.each([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: '127.0.0.1:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://127.0.0.1:4318',
    ],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be http/json: the shop sends traces in no other format',
    ],
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be otlp or none'],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/protobuf' },
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be http/json: the shop sends traces in no other format',
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'my secret key' },
      'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as api-key=…,other=…',
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=%E0%A4%A' },
      'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as api-key=…,other=…',
    ],
    [
      { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%0D%0Ab' },
      'OTEL_EXPORTER_OTLP_HEADERS must be pairs such as api-key=…,other=…',
    ],
    [
      { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1.5' },
      'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1',
    ],
    [
      { OTEL_TRACES_SAMPLER_ARG: '0.5' },
      'OTEL_TRACES_SAMPLER_ARG is not used: OTEL_TRACES_SAMPLER is parentbased_always_on',
    ],
    [
      { OTEL_TRACES_SAMPLER: 'jaeger_remote' },
      'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, parentbased_always_off, parentbased_traceidratio',
    ],
  ])('refuse %j', (settings, words) => {
    expect(problemsOf({ ...endpoint, ...settings })).toEqual([`  ${words}`]);
  });
});
