import { AsyncLocalStorage } from 'node:async_hooks';

/** What a span says beside its name. Never a value that somebody typed, nor a secret:
 * whoever keeps traces reads it. */
type SpanFacts = Record<string, string | number | boolean>;

export type SpanStart = {
  name: string;
  /** `server`: a request that came. `client`: one that was made. `consumer`: a job.
   * `internal`: work in this process. */
  kind: 'server' | 'client' | 'consumer' | 'internal';
  facts?: SpanFacts;
};

export type Span = {
  /** As the W3C's Trace Context writes them: 32 and 16 hexadecimal digits. */
  readonly ids: { traceId: string; spanId: string };
  open(start: SpanStart): Span;
  tell(facts: SpanFacts): void;
  /** `failure`: what was thrown, where the work failed; its kind is told, never its words. */
  end(failure?: unknown): void;
};

/** The service that keeps traces. A shop without an endpoint for them has none. */
export interface Tracing {
  readonly summary: string;
  /** Opens this process's first span of a trace; `caller`: the request that it came
   * with, where its sender is trusted. */
  open(start: SpanStart, caller?: TraceHeaders): Span;
  /** Asks whether traces would be taken; none is sent. @throws Error saying why not */
  check(): Promise<string>;
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

/** Where a request's sender stands in a trace of its own: https://www.w3.org/TR/trace-context/ */
export type TraceHeaders = { traceparent?: string | undefined; tracestate?: string | undefined };

const underWay = new AsyncLocalStorage<Span | undefined>();

/** The span that the code that asks works for; `undefined` where nothing is traced. */
export function spanUnderWay(): Span | undefined {
  return underWay.getStore();
}

/** Does `work`, and all that it leads to, for `span`. */
export function workFor<Result>(span: Span | undefined, work: () => Result): Result {
  return span === underWay.getStore() ? work() : underWay.run(span, work);
}

function trace<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const parent = underWay.getStore();
  return parent ? endWith(parent.open(start), work) : work();
}

/** Does `work` for `span`, and ends that with it. */
export async function endWith<Result>(span: Span, work: () => Promise<Result>): Promise<Result> {
  try {
    const result = await underWay.run(span, work);
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

type Call<Service> = {
  [Name in keyof Service]: Service[Name] extends (...args: never[]) => Promise<unknown> ? Name : never;
}[keyof Service];

/** The same service with a span for each of the calls named; no argument or answer is in it. */
export function traceCalls<Service extends { readonly kind: string }>(
  about: string,
  service: Service,
  calls: readonly Call<Service>[],
): Service {
  const traced = calls.map((name) => {
    const call = service[name] as (...args: unknown[]) => Promise<unknown>;
    const start = {
      name: `${about}.${String(name)}`,
      kind: 'client',
      facts: { 'toolyard.service': service.kind },
    } as const;
    return [name, (...args: unknown[]) => trace(start, () => call.apply(service, args))] as const;
  });
  return { ...service, ...Object.fromEntries(traced) };
}
