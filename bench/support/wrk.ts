import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The result of a load by `wrk`. */
export type Load = { requestsPerSecond: number; p99Ms: number };

/** Loads an address over 32 connections from one thread, as `wrk -t1 -c32` does; `headers` are lines such as
 * `Accept: text/html`. @throws if `wrk` is missing (Debian's package of that name), or if a response was not
 * a success */
export async function load(url: string, seconds: number, headers: string[] = []): Promise<Load> {
  const asked = ['Accept-Encoding: gzip', ...headers].flatMap((header) => ['-H', header]);
  const args = ['-t1', '-c32', `-d${seconds}s`, '--latency', ...asked, url];
  const { stdout } = await run('wrk', args);
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`${url} did not answer well:\n${stdout}`);
  return {
    requestsPerSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    p99Ms: toMs(/^\s+99%\s+(\S+)/m.exec(stdout)?.[1] ?? ''),
  };
}

function toMs(text: string): number {
  const [, value, unit = ''] = /([\d.]+)(us|ms|s)$/.exec(text) ?? [];
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN);
}
