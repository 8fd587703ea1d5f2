import type { FastifyRequest } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { findUserOfRequest } from '#features/users/authorise.ts';
import { type ApiServer, sendPage, serve } from '#http/serve.ts';
import { listMailboxMessages, type MailboxRow } from '#platform/email/mailbox.ts';
import { isLoopback } from '#platform/ip-addresses.ts';
import { errorTexts } from '#texts/errors.ts';
import { listMailboxMessagesCall, type MailboxMessage } from './contract.ts';

/** Lists the embedded mailer's emails, in trial mode only, for local requests and admins: the emails have
 * sign-in links. */
export function mailboxRoutes(api: ApiServer, context: AppContext): void {
  if (context.config.mode !== 'trial' || context.mailer.kind !== 'mailbox') return;
  serve(api, listMailboxMessagesCall, {}, async (request, reply) => {
    if (!isFromThisMachine(request, context.origin)) await mustBeAdmin(request, context);
    reply.header('cache-control', 'no-store');
    return sendPage(request, reply, await listMailboxMessages(context.db, request.query), serializeMessage);
  });
}

async function mustBeAdmin(request: FastifyRequest, context: AppContext): Promise<void> {
  const currentUser = await findUserOfRequest(request, context);
  if (!currentUser) throw new AppError('not_signed_in', errorTexts.signIn);
  if (!currentUser.isAdmin) throw new AppError('not_allowed', errorTexts.adminsOnly);
}

/** Headers that proxies, tunnels and CDNs add to forwarded requests. */
const PASSED_ON =
  /^(forwarded|via|cdn-loop|x-forwarded(-.+)?|x-real-ip|x-original-.+|(.+-)?client-ip|.+-connecting-ip)$/;

// True only for a loopback connection to a loopback host without proxy headers: requests through a local
// proxy or tunnel, or from a page of a site whose name resolves to this machine, come from loopback too. A
// shop with its own address is behind a proxy that may leave no trace, so its origin must be loopback as
// well.
function isFromThisMachine(request: FastifyRequest, origin: string): boolean {
  if (Object.keys(request.headers).some((name) => PASSED_ON.test(name))) return false;
  // With its default configuration, nginx adds no header and requests 127.0.0.1, but in HTTP/1.0, which no
  // browser uses.
  if (request.raw.httpVersion === '1.0') return false;
  const hosts = [hostnameOf(origin), hostnameOf(`http://${request.headers.host}`)];
  return [request.socket.remoteAddress ?? '', ...hosts].every(isLoopback);
}

function hostnameOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname.replace(/^\[|\]$/g, '') : '';
}

function serializeMessage(row: MailboxRow): MailboxMessage {
  return {
    _id: row.id,
    to: row.recipient,
    ...(row.reply_to !== null && { replyTo: row.reply_to }),
    subject: row.subject,
    text: row.text_body,
    html: row.html_body,
    sentAt: row.sent_at.toISOString(),
  };
}
