import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '#tests/support/spawn-shop.ts';
import { until } from '#tests/support/until.ts';

/** Debian's path by default. */
const PROGRAM = process.env.NGINX ?? '/usr/sbin/nginx';

const shipped = new URL('../../../deploy/nginx.conf', import.meta.url);

export type Nginx = {
  origin: string;
  /** Its log lines of level error and above. */
  errors(): Promise<string>;
  stop(): Promise<void>;
};

/** Starts nginx with `deploy/nginx.conf`, with only the addresses replaced. @param origins of the shop's
 * processes */
export function startNginx(origins: string[]): Promise<Nginx> {
  return runNginx(({ port }) => fillIn(port, origins));
}

/** Starts nginx with what `write` returns for the `http` block: it listens on `port`, and its files are in
 * `folder`. */
export async function runNginx(
  write: (own: { port: number; folder: string }) => string | Promise<string>,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-nginx-'));
  // As root, nginx runs its workers as another user, who must be able to enter the folder.
  await chmod(folder, 0o755);
  const port = await freePort();
  await writeFile(join(folder, 'toolyard.conf'), await write({ port, folder }));
  await writeFile(join(folder, 'nginx.conf'), around(folder));
  const child = spawn(PROGRAM, ['-p', folder, '-c', join(folder, 'nginx.conf'), '-g', 'daemon off;'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  const end = () => child.kill('SIGTERM');
  process.on('exit', end);
  const origin = `http://127.0.0.1:${port}`;
  await Promise.race([
    until('nginx to answer', () => isThere(origin)),
    gone.then(([code]) => {
      throw new Error(`nginx ended with ${code}`);
    }),
  ]);
  return {
    origin,
    errors: () => readFile(join(folder, 'error.log'), 'utf8'),
    async stop() {
      end();
      process.off('exit', end);
      await gone;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const isThere = (origin: string) =>
  fetch(`${origin}/healthz`).then(
    () => true,
    () => false,
  );

/** The shipped file with other addresses. @throws when it has none to replace */
async function fillIn(port: number, origins: string[]): Promise<string> {
  const text = await readFile(shipped, 'utf8');
  const servers = [...text.matchAll(/server 10\.0\.0\.1\d:3000/g)];
  if (servers.length !== origins.length)
    throw new Error(`deploy/nginx.conf names ${servers.length} processes`);
  const remaining = origins.map((each) => new URL(each).host);
  return text
    .replace(/server 10\.0\.0\.1\d:3000/g, () => `server ${remaining.shift()}`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
}

/** The surrounding part of a distribution's nginx.conf. */
const around = (folder: string) => `
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log error;
events {
    worker_connections 768;
}
http {
    access_log off;
    client_body_temp_path ${folder}/body;
    proxy_temp_path ${folder}/proxy;
    fastcgi_temp_path ${folder}/fastcgi;
    uwsgi_temp_path ${folder}/uwsgi;
    scgi_temp_path ${folder}/scgi;
    include ${folder}/toolyard.conf;
}
`;
