import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Span, spanUnderWay, type TraceHeaders, type Tracing, workFor } from '#platform/span.ts';

/** What load balancers ask every few seconds, of which nobody wants a trace. */
const PROBES = ['/healthz', '/readyz'];

/** Gives requests that are worked on a span named by the route: nobody's id is in it.
 * What the cache sends has none. */
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

// Heeds only a proxy that `TRUST_PROXY` names: any visitor could have all their traces kept, or hang them
// into somebody's (https://www.w3.org/TR/trace-context/#security-considerations).
function callerOf({ ips, headers }: FastifyRequest): TraceHeaders | undefined {
  const isForwarded = ips !== undefined && ips.length > 1;
  if (!isForwarded) return undefined;
  const { traceparent, tracestate } = headers;
  return {
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    tracestate: Array.isArray(tracestate) ? tracestate.join() : tracestate,
  };
}
