import type { Span, SpanStart } from './span.ts';

/** The service that keeps traces. A shop without an endpoint for them has none. */
export interface Tracing {
  /** One line for the start-up log. */
  readonly summary: string;
  /** Opens the first span of this process's part of a trace; `caller` is the request that it came with, where its sender is trusted. */
  open(start: SpanStart, caller?: TraceHeaders): Span;
  /**
   * Asks the service whether it would take traces; none is sent. Answers what was found, in a line.
   * @throws Error with words for the shop's keeper
   */
  check(): Promise<string>;
  /** Sends what is left, for two seconds at most. */
  stop(): Promise<void>;
}

/** Where a request's sender stands in a trace of its own: https://www.w3.org/TR/trace-context/ */
export type TraceHeaders = { traceparent?: string | undefined; tracestate?: string | undefined };
