import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { type Span, spanUnderWay, type TraceHeaders, type Tracing, workFor } from '#platform/span.ts';

/** Health checks of load balancers every few seconds; not traced. */
const PROBES = ['/healthz', '/readyz'];

/** Opens a span for each request that is processed, named by the route, without personal ids. Replies from
 * the cache have none. */
export const traceRequests = fp(
  async (app: FastifyInstance, { tracing }: { tracing: Tracing }) => {
    app.addHook('onRequest', (request, reply, done) => {
      if (PROBES.includes(request.routeOptions.url ?? '')) return done();
      const span = open(request, tracing);
      // Also fires when the client is gone, unlike the framework's last hook.
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
  // A request that a page makes in this process while rendering.
  const page = spanUnderWay();
  return page ? page.open({ ...start, kind: 'internal' }) : tracing.open(start, callerOf(request));
}

// Trusts trace headers only from a proxy that `TRUST_PROXY` names: otherwise any visitor could force
// sampling, or attach their traces to someone else's
// (https://www.w3.org/TR/trace-context/#security-considerations).
function callerOf({ ips, headers }: FastifyRequest): TraceHeaders | undefined {
  const isForwarded = ips !== undefined && ips.length > 1;
  if (!isForwarded) return undefined;
  const { traceparent, tracestate } = headers;
  return {
    traceparent: typeof traceparent === 'string' ? traceparent : undefined,
    tracestate: Array.isArray(tracestate) ? tracestate.join() : tracestate,
  };
}
