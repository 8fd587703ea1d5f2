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

/**
 * Answers bytes that could not be read as a request, in the form of every other error reply (decision 24). There is
 * no request yet, so the reply is written to the connection itself, which then ends.
 */
export function refuseUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, refusal } = answers[error.code ?? ''] ?? notHttp;
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
  socket.destroy(error);
}
