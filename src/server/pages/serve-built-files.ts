import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import send from '@fastify/send';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { chooseCoding } from '#http/finish-replies.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** The ends of the names of the copies that the build has compressed. */
const ends = { br: '.br', gzip: '.gz', identity: '' };

/** Serves the files of a build as they are when the shop starts, compressed if the build has compressed them.
 * Names under `assets/` change with their content, so clients need not revalidate them, and no validators are
 * sent. */
export async function serveBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const paths = new Set(files.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`));
  const isCopy = (path: string) => /\.(br|gz)$/.test(path);

  async function serve(path: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const wished = chooseCoding(request.headers['accept-encoding']);
    const coding = paths.has(path + ends[wished]) ? wished : 'identity';
    const options = { root: folder, index: false, acceptRanges: false, cacheControl: false };
    const validators = { etag: false, lastModified: false };
    const sent = await send(request.raw, encodeURI(path + ends[coding]), { ...options, ...validators });
    if (sent.type !== 'file') {
      reply.callNotFound();
      return reply;
    }
    reply.code(sent.statusCode).headers(sent.headers);
    reply.header('content-type', typeOf(path));
    reply.header('vary', 'accept-encoding');
    reply.header('cache-control', path.startsWith('/assets/') ? IMMUTABLE : 'public, max-age=3600');
    if (coding !== 'identity') reply.header('content-encoding', coding);
    return reply.send(sent.stream);
  }

  for (const path of paths)
    if (!isCopy(path))
      app.route({
        method: ['HEAD', 'GET'],
        url: path,
        schema: { hide: true },
        handler: (request, reply) => serve(path, request, reply),
      });
}

/** A script's is the one that RFC 9239 asks for; modules are always UTF-8, so it doesn't say so. */
function typeOf(path: string): string {
  if (path.endsWith('.js')) return 'text/javascript';
  const type = send.mime.getType(path) ?? 'application/octet-stream';
  return send.isUtf8MimeType(type) || type === 'image/svg+xml' ? `${type}; charset=utf-8` : type;
}
