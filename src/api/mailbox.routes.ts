import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#contracts/api-error.ts';
import { listPageSchema } from '#contracts/list-page.ts';
import { mailboxMessageSchema } from '#contracts/mailbox.ts';
import { listMailboxMessages, toWireMessage } from '#platform/mail/mailbox.ts';
import type { Shop } from '#workflows/shop.ts';
import type { ApiServer } from './api-server.ts';
import { findAskerOf } from './authorise.ts';
import { sendPage } from './list-reply.ts';

/**
 * `GET /mailbox/messages`: the mails of the embedded mailer, in trial mode only. They carry links that sign people in,
 * so they are shown to this machine itself and to admins.
 */
export function mailboxRoutes(api: ApiServer, shop: Shop): void {
  if (shop.config.mode !== 'trial' || shop.mailer.kind !== 'mailbox') return;
  api.get(
    '/mailbox/messages',
    {
      config: { access: 'public' },
      schema: {
        tags: ['Mailbox'],
        summary: 'Mails sent, newest first; for the machine that the shop runs on, and for admins',
        querystring: listPageSchema,
        response: { 200: mailboxMessageSchema.array() },
      },
    },
    async (request, reply) => {
      if (!isFromThisMachine(request)) await mustBeAdmin(request, shop);
      reply.header('cache-control', 'no-store');
      return sendPage(request, reply, await listMailboxMessages(shop.db, request.query), toWireMessage);
    },
  );
}

async function mustBeAdmin(request: FastifyRequest, shop: Shop): Promise<void> {
  const asker = await findAskerOf(request, shop);
  if (!asker) throw new Refusal('not_signed_in', 'Please sign in');
  if (!asker.isAdmin) throw new Refusal('not_allowed', 'This is for admins');
}

/**
 * Whether a request was made on this machine, to an address of this machine, through no proxy: a proxy or a tunnel on
 * this machine, and a page of a site whose name was made to point here, would otherwise pass for it.
 */
function isFromThisMachine(request: FastifyRequest): boolean {
  const forwarded = ['x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'forwarded', 'via'];
  if (forwarded.some((name) => request.headers[name] !== undefined)) return false;
  return isLoopback(request.socket.remoteAddress ?? '') && isLoopback(hostnameOf(request.headers.host));
}

function hostnameOf(host = ''): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}

function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  const address = host.replace(/^::ffff:/i, '');
  return isIP(address) === 4 && address.startsWith('127.');
}
