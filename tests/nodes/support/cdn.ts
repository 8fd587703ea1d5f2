import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runNginx } from './nginx.ts';

/** One request as a log of the CDN's has it: `cache` is `HIT`, `MISS` and so on; only the edge knows it. */
export type LoggedRequest = { method: string; path: string; status: number; bytes: number; cache: string };

/** nginx as a CDN in front of the shop. */
export type Cdn = {
  origin: string;
  /** What clients requested. */
  requests(): Promise<LoggedRequest[]>;
  /** What was requested of the shop, refreshes in the background included. */
  originRequests(): Promise<LoggedRequest[]>;
  stop(): Promise<void>;
};

/** Starts nginx as a CDN that caches by the shop's headers alone. nginx reads `Cache-Control` only, so an
 * inner server puts what `CDN-Cache-Control` says in its place, as RFC 9213 wants it, and the edge gives
 * browsers the shop's own back. @param shop the shop's address */
export async function startCdn(shop: string): Promise<Cdn> {
  let files = '';
  const nginx = await runNginx(({ port, folder }) => {
    files = folder;
    return configuration(port, folder, new URL(shop).host);
  });
  const read = async (name: string) =>
    (await readFile(join(files, name), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as LoggedRequest);
  return {
    origin: nginx.origin,
    requests: () => read('edge.log'),
    originRequests: () => read('origin.log'),
    stop: nginx.stop,
  };
}

const configuration = (port: number, folder: string, shop: string) => `
log_format counted escape=json '{"method":"$request_method","path":"$request_uri","status":$status,'
    '"bytes":$bytes_sent,"cache":"$upstream_cache_status"}';

proxy_cache_path ${folder}/cache keys_zone=pages:32m max_size=4g inactive=365d use_temp_path=off;

map $upstream_http_cdn_cache_control $shared_control {
    ''      $upstream_http_cache_control;
    default $upstream_http_cdn_cache_control;
}

upstream shop {
    server ${shop};
    keepalive 32;
    keepalive_timeout 1s;
}
upstream inner {
    server unix:${folder}/inner.sock;
    keepalive 32;
}

server {
    listen unix:${folder}/inner.sock;
    access_log ${folder}/origin.log counted;
    location / {
        proxy_pass http://shop;
        proxy_http_version 1.1;
        proxy_set_header Connection '';
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $http_x_forwarded_for;
        proxy_hide_header Cache-Control;
        add_header Cache-Control $shared_control always;
        add_header X-Browser-Cache-Control $upstream_http_cache_control always;
    }
}

server {
    listen 127.0.0.1:${port};
    access_log ${folder}/edge.log counted;
    client_max_body_size 72m;
    location / {
        proxy_pass http://inner;
        proxy_http_version 1.1;
        proxy_set_header Connection '';
        proxy_set_header Host $http_host;
        proxy_set_header X-Forwarded-For $remote_addr;

        proxy_cache pages;
        proxy_cache_key $request_method$request_uri;
        proxy_cache_methods GET HEAD;
        proxy_cache_convert_head off;
        # How long, the shop's headers say; what says nothing is not cached.
        proxy_cache_revalidate on;
        proxy_cache_background_update on;
        proxy_cache_lock on;

        proxy_hide_header Cache-Control;
        proxy_hide_header X-Browser-Cache-Control;
        add_header Cache-Control $upstream_http_x_browser_cache_control always;
        add_header X-Cache $upstream_cache_status always;
    }
}
`;
