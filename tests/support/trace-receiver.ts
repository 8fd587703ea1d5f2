import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const valueSchema = z.union([
  z.strictObject({ stringValue: z.string() }),
  z.strictObject({ intValue: z.int() }),
  z.strictObject({ doubleValue: z.number() }),
  z.strictObject({ boolValue: z.boolean() }),
]);
const attributesSchema = z
  .array(z.strictObject({ key: z.string(), value: valueSchema }))
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, Object.values(value)[0]])));
const nanosecondsSchema = z.string().regex(/^\d+$/).transform(BigInt);

/** A span in OTLP's JSON (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
const spanSchema = z.object({
  traceId: z.string().regex(/^[0-9a-f]{32}$/),
  spanId: z.string().regex(/^[0-9a-f]{16}$/),
  parentSpanId: z
    .string()
    .regex(/^[0-9a-f]{16}$/)
    .optional(),
  name: z.string(),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanosecondsSchema,
  endTimeUnixNano: nanosecondsSchema,
  attributes: attributesSchema,
  events: z.array(z.unknown()).length(0),
  links: z.array(z.unknown()).length(0),
  status: z.strictObject({ code: z.int().min(0).max(2) }),
});
const reportSchema = z.strictObject({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

/** A span as received. `kind`: 1 internal, 2 server, 3 client, 5 consumer; `status.code`: 2 for a failure. */
export type ReceivedSpan = z.infer<typeof spanSchema>;

/** A receiver of traces on loopback, which accepts only OTLP. */
export type TraceReceiver = {
  endpoint: string;
  spans: ReceivedSpan[];
  /** Everything received so far, unparsed. */
  text(): string;
  /** The resource attributes of the senders, and the headers of the last report. */
  resources: Record<string, unknown>[];
  headers: IncomingHttpHeaders;
  /** The number of reports answered with another status, and of those still unanswered. */
  refused(): number;
  unanswered(): number;
  /** Sets the response to later reports: a status, or none. */
  behave(answer: number | 'silent'): void;
  stop(): Promise<void>;
};

/** Starts a receiver that accepts everything, until `behave` is called. */
export async function startTraceReceiver(): Promise<TraceReceiver> {
  let answer: number | 'silent' = 200;
  let refused = 0;
  const hanging = new Set<ServerResponse>();
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    receiver.headers = request.headers;
    if (answer === 'silent') {
      hanging.add(response);
      return void response.once('close', () => hanging.delete(response));
    }
    if (answer !== 200) {
      refused += 1;
      return void response.writeHead(answer).end();
    }
    if (request.method !== 'POST' || request.url !== '/v1/traces') return void response.writeHead(404).end();
    const report = reportSchema.safeParse(JSON.parse(body));
    if (!report.success) throw report.error;
    bodies.push(body);
    for (const { resource, scopeSpans } of report.data.resourceSpans) {
      receiver.resources.push(resource.attributes);
      receiver.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const receiver: TraceReceiver = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    text: () => bodies.join('\n'),
    refused: () => refused,
    unanswered: () => hanging.size,
    resources: [],
    headers: {},
    behave: (next) => {
      answer = next;
    },
    async stop() {
      if (!server.listening) return;
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
