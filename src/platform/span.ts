import { AsyncLocalStorage } from 'node:async_hooks';

/** A span's attributes. Never user input or a secret: everyone with access to the traces can read them. */
type SpanFacts = Record<string, string | number | boolean>;

export type SpanStart = {
  name: string;
  /** `server`: an incoming request. `client`: an outgoing one. `consumer`: a job. `internal`: work in this
   * process. */
  kind: 'server' | 'client' | 'consumer' | 'internal';
  facts?: SpanFacts;
};

export type Span = {
  /** In the format of W3C Trace Context: 32 and 16 hexadecimal digits. */
  readonly ids: { traceId: string; spanId: string };
  open(start: SpanStart): Span;
  tell(facts: SpanFacts): void;
  /** `failure`: the error thrown, if the work failed; only its kind is recorded, never its message. */
  end(failure?: unknown): void;
};

/** The service that stores traces. A shop without an endpoint for them has none. */
export interface Tracing {
  readonly summary: string;
  /** Opens this process's first span of a trace; `caller`: the incoming trace headers, if the sender is
   * trusted. */
  open(start: SpanStart, caller?: TraceHeaders): Span;
  /** Checks whether traces would be accepted, without sending any. @throws Error saying why not */
  check(): Promise<string>;
  /** Sends the remaining spans, within two seconds at most. */
  stop(): Promise<void>;
}

/** The sender's position in its own trace: https://www.w3.org/TR/trace-context/ */
export type TraceHeaders = { traceparent?: string | undefined; tracestate?: string | undefined };

const underWay = new AsyncLocalStorage<Span | undefined>();

/** The span of the running code; `undefined` if nothing is traced. */
export function spanUnderWay(): Span | undefined {
  return underWay.getStore();
}

/** Runs `work`, and everything it starts, within `span`. */
export function workFor<Result>(span: Span | undefined, work: () => Result): Result {
  return span === underWay.getStore() ? work() : underWay.run(span, work);
}

function trace<Result>(start: SpanStart, work: () => Promise<Result>): Promise<Result> {
  const parent = underWay.getStore();
  return parent ? endWith(parent.open(start), work) : work();
}

/** Runs `work` within `span`, and ends the span with it. */
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

/** Wraps a service with a span for each of the named calls, without arguments or results. */
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
