import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError, type ErrorReply } from '#contracts/app-error.ts';
import { requestTexts } from '#texts/errors.ts';
import { sendHttpError } from './http-error.ts';
import { bareHeaders } from './security-headers.ts';

type Answer = { status: string; refusal: AppError };

const answers: Record<string, Answer> = {
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: '408 Request Timeout',
    refusal: new AppError('invalid_input', requestTexts.tooSlow),
  },
  HPE_HEADER_OVERFLOW: {
    status: '431 Request Header Fields Too Large',
    refusal: new AppError('too_large', requestTexts.headersTooLarge),
  },
};

const notHttp: Answer = {
  status: '400 Bad Request',
  refusal: new AppError('invalid_input', requestTexts.notHttp),
};

/** Answers unreadable bytes like any error, but on the raw socket, which it then closes: there
 * is no request yet. */
export function answerUnreadable(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, refusal } = answers[error.code ?? ''] ?? notHttp;
  const body: ErrorReply = { error: { code: refusal.code, message: refusal.message } };
  const text = JSON.stringify(body);
  const bare = Object.entries(bareHeaders).map(([name, value]) => `${name}: ${value}`);
  const head = [
    `HTTP/1.1 ${status}`,
    'content-type: application/json; charset=utf-8',
    ...bare,
    `content-length: ${Buffer.byteLength(text)}`,
    'connection: close',
  ];
  if (socket.writable) socket.write(`${head.join('\r\n')}\r\n\r\n${text}`);
  socket.destroy(error);
}

/** Refuses a request that names several hosts, which is ambiguous (RFC 9112, section 3.2), and closes its
 * connection. */
export const assertOneHost = fp(
  async (app: FastifyInstance) => {
    app.addHook('onRequest', (request, reply, done) => {
      if (!hasSeveralHosts(request.raw)) return done();
      const refusal = new AppError('invalid_input', requestTexts.severalHosts);
      sendHttpError(refusal, request, reply.headers({ ...bareHeaders, connection: 'close' }));
    });
  },
  { name: 'one-host' },
);

function hasSeveralHosts({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.length === 4 && rawHeaders[at]?.toLowerCase() === 'host') hosts += 1;
  }
  return hosts > 1;
}
