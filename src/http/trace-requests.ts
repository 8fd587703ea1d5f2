import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Span, spanUnderWay, type TraceHeaders, type Tracing, workFor } from '#platform/traces/span.ts';

/** What load balancers ask every few seconds, of which nobody wants a trace. */
const PROBES = ['/healthz', '/readyz'];

/**
 * Gives every request that is worked on a span, named by its route, so that no address, name or id of anybody is
 * in it; what is sent from the cache has none.
 */
export const traceRequests = fp(
  async (app: FastifyInstance, { tracing }: { tracing: Tracing }) => {
    app.addHook('onRequest', (request, reply, done) => {
      if (PROBES.includes(request.routeOptions.url ?? '')) return done();
      const span = open(request, tracing);
      // Also when the client has gone, which the framework's own last hook does not hear of.
      reply.raw.once('close', () => {
        const { statusCode, writableFinished } = reply.raw;
        if (writableFinished) span.tell({ 'http.response.status_code': statusCode });
        span.end(!writableFinished ? 'client_gone' : statusCode >= 500 ? String(statusCode) : undefined);
      });
      workFor(span, done);
    });
  },
  { name: 'traces', dependencies: ['response-cache'] },
);

function open(request: FastifyRequest, tracing: Tracing): Span {
  const { method } = request;
  const route = request.routeOptions.url;
  const start = {
    name: route === undefined ? method : `${method} ${route}`,
    kind: 'server',
    facts: {
      'http.request.method': method,
      'url.scheme': request.protocol,
      ...(route !== undefined && { 'http.route': route }),
      'toolyard.request_id': request.id,
    },
  } as const;
  // What a page asks for while it is rendered, in this process.
  const page = spanUnderWay();
  return page ? page.open({ ...start, kind: 'internal' }) : tracing.open(start, callerOf(request));
}

/**
 * Only a proxy that `TRUST_PROXY` names may put a request into a trace of its own: else any visitor could have all of
 * theirs kept, or hang them into somebody's trace (https://www.w3.org/TR/trace-context/#security-considerations).
 */
function callerOf({ ips, headers }: FastifyRequest): TraceHeaders | undefined {
  const isForwarded = ips !== undefined && ips.length > 1;
  if (!isForwarded) return undefined;
  const { traceparent, tracestate } = headers;
  return {
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    tracestate: Array.isArray(tracestate) ? tracestate.join() : tracestate,
  };
}
