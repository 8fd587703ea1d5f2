import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FuzzRequest } from './fuzz-requests.ts';

/** A reply as received. `status` is 0 if the connection ended without one. */
export type FuzzReply = { status: number; type: string; link: string; text: string; tookMs: number };

/** Sends requests that a browser would not. */
export type FuzzClient = { send(sent: FuzzRequest): Promise<FuzzReply>; close(): void };

/** Without a reply within this time, there is none. */
const PATIENCE_MS = 20_000;

/** Creates a client with its own connections. */
export function createFuzzClient(origin: string): FuzzClient {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  return {
    close: () => agent.destroy(),
    async send(sent) {
      const startedAt = performance.now();
      const isFalse = sent.framing === 'long' || sent.framing === 'short';
      const reply = isFalse ? await sendRaw(origin, sent) : await sendWhole(origin, agent, sent);
      return { ...reply, tookMs: performance.now() - startedAt };
    },
  };
}

type Reply = Omit<FuzzReply, 'tookMs'>;
const noReply: Reply = { status: 0, type: '', link: '', text: '' };

function sendWhole(origin: string, agent: Agent, sent: FuzzRequest): Promise<Reply> {
  const { hostname, port } = new URL(origin);
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const { method, target: path, headers } = sent;
  const body = bytesOf(sent);
  const framing =
    sent.framing === 'chunked' ? { 'transfer-encoding': 'chunked' } : { 'content-length': `${body.length}` };
  const going = request(
    { hostname, port, agent, method, path, headers: { ...headers, ...framing } },
    (message) => {
      const { 'content-type': type = '', link = '' } = message.headers;
      buffer(message).then(
        (bytes) =>
          resolve({
            status: message.statusCode ?? 0,
            type,
            link: [link].flat().join(),
            text: decode(message, bytes),
          }),
        () => resolve(noReply),
      );
    },
  );
  going.setTimeout(PATIENCE_MS, () => going.destroy());
  going.on('error', () => resolve(noReply));
  going.end(body);
  return promise;
}

/** Decodes a reply's text from the content encoding that the shop chose for the request. */
function decode({ headers }: IncomingMessage, bytes: Buffer): string {
  const coding = headers['content-encoding'];
  if (bytes.length === 0 || coding === undefined) return bytes.toString('utf8');
  return (coding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString('utf8');
}

/** Declares a wrong length for the body. If bytes are missing it sends no more, and may get no reply. */
function sendRaw(origin: string, sent: FuzzRequest): Promise<Reply> {
  const { hostname, port, host } = new URL(origin);
  const { method, target, headers } = sent;
  const body = bytesOf(sent);
  const length = Math.max(0, body.length + (sent.framing === 'long' ? 1 : -1));
  const lines = Object.entries({
    host,
    connection: 'close',
    ...headers,
    'content-length': length,
  }).map(([name, value]) => `${name}: ${value}`);
  const { promise, resolve } = Promise.withResolvers<Reply>();
  const socket = connect(Number(port), hostname);
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  socket.on('close', () => resolve(readRaw(Buffer.concat(chunks).toString('utf8'))));
  socket.on('error', () => undefined);
  socket.setTimeout(PATIENCE_MS, () => socket.destroy());
  socket.write(`${method} ${target} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  if (sent.framing === 'long') socket.end(body);
  else socket.write(body);
  return promise;
}

function bytesOf({ body = '', isForm }: FuzzRequest): Buffer {
  return Buffer.from(body, isForm ? 'latin1' : 'utf8');
}

/** The first reply received over a connection. */
function readRaw(text: string): Reply {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
  return { ...noReply, status };
}
