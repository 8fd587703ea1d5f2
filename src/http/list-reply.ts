import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RowsPage } from '#platform/database/keyset.ts';

/**
 * Sends a page as a plain array (decision 23), each row turned by `serialize`, with `Link: <…>; rel="next"` when there
 * are more and the number of all rows as `X-Total-Count`, or `X-Total-More-Than` where they were counted so far only.
 */
export function sendPage<Row, Item>(
  request: FastifyRequest,
  reply: FastifyReply,
  page: RowsPage<Row>,
  serialize: (row: Row) => Item,
): Item[] {
  reply.header(page.isMoreThanTotal ? 'x-total-more-than' : 'x-total-count', page.total);
  if (page.nextCursor !== undefined) {
    const next = new URL(request.url, 'http://shop');
    next.searchParams.set('cursor', page.nextCursor);
    reply.header('link', `<${next.pathname}${next.search}>; rel="next"`);
  }
  return page.rows.map(serialize);
}
