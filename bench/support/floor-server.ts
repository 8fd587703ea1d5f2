import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import Fastify from 'fastify';
import pg from 'pg';

/* A minimal Fastify server as a baseline: `/` sends one compressed page of 10 KB, `/tools` twelve rows of a
 * table, queried each time. Runs as a separate process; `PORT` and `FLOOR_DATABASE` (a connection, as JSON)
 * come from the environment. */

const PAGE_BYTES = 10_240;

let page = '<!doctype html><title>Floor</title>';
while (gzipSync(page).length < PAGE_BYTES) {
  const line = createHash('sha256').update(String(page.length)).digest('hex').slice(0, 40);
  page += `<p class="row">${line}</p>\n`;
}
const bytes = gzipSync(page);
const pool = new pg.Pool({ ...JSON.parse(process.env.FLOOR_DATABASE ?? '{}'), max: 10 });
await pool.query(`
  create table tool (id int primary key, slug text, name text, price_cents int, stock int, description text);
  insert into tool select n, 'tool-' || n, 'Tool number ' || n, n * 100, n, repeat('What it is for. ', 12)
  from generate_series(1, 12) n`);

const server = Fastify();
server.get('/', (_request, reply) => {
  reply
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-encoding', 'gzip')
    .header('vary', 'accept-encoding')
    .send(bytes);
});
server.get('/tools', async () => {
  const { rows } = await pool.query(
    'select id, slug, name, price_cents, stock, description from tool order by id',
  );
  return rows;
});
await server.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
process.send?.('open');
