import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { type ErrorReply, Refusal } from '#contracts/api-error.ts';
import { requestTexts } from '#texts/refusals.ts';
import { bareContentPolicy } from './content-policy.ts';

type Answer = { status: string; refusal: Refusal };

const answers: Record<string, Answer> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    refusal: new Refusal('invalid_input', requestTexts.tooSlow),
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    refusal: new Refusal('too_large', requestTexts.headersTooLarge),
  },
};

const notHttp: Answer = {
  status: '400 Bad Request',
  refusal: new Refusal('invalid_input', requestTexts.notHttp),
};

const severalHosts: Answer = {
  status: '400 Bad Request',
  refusal: new Refusal('invalid_input', requestTexts.severalHosts),
};

/**
 * Answers bytes that could not be read as a request, in the form of every other error reply (decision 24). There is
 * no request yet, so the reply is written to the connection itself, which then ends.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  refuse(socket, answers[error.code ?? ''] ?? notHttp);
  socket.destroy(error);
}

/** Whether a request names its host more than once: then it can be read in two ways (RFC 9112, section 3.2). */
export function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}

/** Refuses a request that names several hosts, and ends its connection. */
export function refuseSeveralHosts(socket: Socket): void {
  refuse(socket, severalHosts);
  socket.end();
}

function refuse(socket: Socket, { status, refusal }: Answer): void {
  const body: ErrorReply = { error: { code: refusal.code, message: refusal.message } };
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status}`,
    'Content-Type: application/json; charset=utf-8',
    'X-Content-Type-Options: nosniff',
    `Content-Security-Policy: ${bareContentPolicy}`,
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
}
