import { lookup } from 'node:dns/promises';
import { type IncomingMessage, type RequestOptions, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { isPublicAddress } from './ip-addresses.ts';

/** Why a download failed. */
export type DownloadProblem =
  | 'bad_address'
  | 'no_such_host'
  | 'not_public'
  | 'refused'
  | 'too_many_redirects'
  | 'too_large'
  | 'out_of_reach';

export class DownloadFailed extends Error {
  override readonly name = 'DownloadFailed';
  readonly problem: DownloadProblem;
  /** Whether a retry may succeed. */
  readonly mayPass: boolean;

  constructor(
    problem: DownloadProblem,
    { mayPass = false, cause }: { mayPass?: boolean; cause?: unknown } = {},
  ) {
    super(problem, { cause });
    this.problem = problem;
    this.mayPass = mayPass;
  }
}

/** Downloads from a public web address. @throws DownloadFailed */
export type Download = (
  address: string,
  options: { maxBytes: number; signal?: AbortSignal },
) => Promise<{ bytes: Buffer; mediaType: string }>;

type Target = { address: string; port: number; host: string; isSecure: boolean };

/** Access to the network; tests inject their own. */
export type Network = {
  /** Resolves all IP addresses of a host. */
  resolve(host: string): Promise<string[]>;
  /** Connects to a checked address. */
  dial(target: Target): Socket;
};

/** Maximum number of concurrent name lookups: each takes one of the process's few threads, which password
 * hashing and files need too, and a slow name server can occupy it long after the request has ended. */
const MOST_LOOKUPS = 2;

/** Resolves each host once for concurrent callers, and a few hosts at once; others wait. */
export function inTurns(resolve: Network['resolve']): Network['resolve'] {
  const underWay = new Map<string, Promise<string[]>>();
  const waiting: (() => void)[] = [];
  let running = 0;
  async function lookUp(host: string): Promise<string[]> {
    if (running >= MOST_LOOKUPS) await new Promise<void>((go) => waiting.push(go));
    else running += 1;
    try {
      return await resolve(host);
    } finally {
      underWay.delete(host);
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  }
  return (host) => {
    const known = underWay.get(host) ?? lookUp(host);
    underWay.set(host, known);
    return known;
  };
}

export const network: Network = {
  resolve: inTurns(async (host) => (await lookup(host, { all: true })).map(({ address }) => address)),
  dial: ({ address, port, host, isSecure }) =>
    isSecure
      ? connectSecurely({ host: address, port, ...(isIP(host) ? {} : { servername: host }) })
      : connect({ host: address, port }),
};

const PICTURE_HEADERS = { accept: 'image/*', 'accept-encoding': 'identity', 'user-agent': 'picture-import' };
const MOST_REDIRECTS = 3;
const TIMEOUT_MS = 30_000;
const REDIRECTS = [301, 302, 303, 307, 308];
/** Too many requests, or a failure of the host. */
const passes = (status: number) => status === 408 || status === 425 || status === 429 || status >= 500;

/** Creates a download that reaches public addresses only, on ports 80 and 443: a host name is resolved once,
 * all its addresses are checked, and the connection uses one of them; the same at every redirect. */
export function createDownload({
  resolve,
  dial,
  timeoutMs = TIMEOUT_MS,
}: Partial<Network> & { timeoutMs?: number } = {}): Download {
  const ways = { resolve: resolve ?? network.resolve, dial: dial ?? network.dial };
  return async (address, { maxBytes, signal }) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const until = signal ? AbortSignal.any([signal, timeout]) : timeout;
    let url = readUrl(address);
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const reply = await ask(ways, url, { headers: PICTURE_HEADERS, signal: until });
      const { statusCode = 0, headers } = reply;
      if (REDIRECTS.includes(statusCode) && headers.location !== undefined) {
        reply.destroy();
        url = readUrl(headers.location, url);
        continue;
      }
      if (statusCode !== 200) {
        reply.destroy();
        throw new DownloadFailed('refused', { mayPass: passes(statusCode) });
      }
      return {
        bytes: await readBytes(reply, maxBytes, until),
        mediaType: headers['content-type'] ?? 'application/octet-stream',
      };
    }
    throw new DownloadFailed('too_many_redirects');
  };
}

/** @throws DownloadFailed unless the address is HTTP or HTTPS, without user name or password, on port 80 or
 * 443 */
function readUrl(address: string, base?: URL): URL {
  const url = URL.parse(address, base);
  const isOfWeb = url?.protocol === 'http:' || url?.protocol === 'https:';
  if (!url || !isOfWeb || !['', '80', '443'].includes(url.port) || url.username || url.password)
    throw new DownloadFailed('bad_address');
  return url;
}

type Question = Pick<RequestOptions, 'method' | 'headers'> & {
  signal: AbortSignal;
  body?: string;
  mayReach?: (address: string) => boolean;
};

/** Sends one request to an address that `mayReach` allows, of public ones if left out: a host's
 * name is resolved once, and the connection is to an address that was checked. Follows no
 * redirect. @throws DownloadFailed */
export async function ask(
  { resolve, dial }: Network,
  url: URL,
  { method = 'GET', headers, signal, body, mayReach = isPublicAddress }: Question,
): Promise<IncomingMessage> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const isSecure = url.protocol === 'https:';
  const address = await resolveHost(resolve, host, { signal, mayReach });
  const target = { address, host, isSecure, port: Number(url.port) || (isSecure ? 443 : 80) };
  const options: RequestOptions = {
    method,
    createConnection: () => dial(target),
    defaultPort: isSecure ? 443 : 80,
    ...(headers && { headers }),
    signal,
  };
  return new Promise((answer, fail) => {
    const asked = (isSecure ? requestSecure : requestPlain)(url, options, answer);
    asked.on('error', (cause) => fail(new DownloadFailed('out_of_reach', { mayPass: true, cause })));
    // A host that switches to another protocol (status 101) gives neither an answer nor an error.
    asked.on('close', () => fail(new DownloadFailed('out_of_reach', { mayPass: true })));
    asked.end(body);
  });
}

/** Resolves one of a host's addresses. @throws DownloadFailed if any of them may not be reached */
export async function resolveHost(
  resolve: Network['resolve'],
  host: string,
  { signal, mayReach }: { signal: AbortSignal; mayReach: (address: string) => boolean },
): Promise<string> {
  const addresses = isIP(host)
    ? [host]
    : await within(signal, resolve(host)).catch((cause) => {
        const isUnknown = cause instanceof Error && 'code' in cause && cause.code === 'ENOTFOUND';
        throw new DownloadFailed(isUnknown ? 'no_such_host' : 'out_of_reach', { mayPass: !isUnknown, cause });
      });
  const [first] = addresses;
  if (first === undefined) throw new DownloadFailed('no_such_host');
  if (!addresses.every(mayReach)) throw new DownloadFailed('not_public');
  return first;
}

/** A name lookup cannot be aborted; it is awaited no longer than the rest. */
function within<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  return new Promise((answer, fail) => {
    const stop = () => fail(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(answer, fail).finally(() => signal.removeEventListener('abort', stop));
  });
}

async function readBytes(reply: IncomingMessage, maxBytes: number, signal: AbortSignal): Promise<Buffer> {
  if (Number(reply.headers['content-length']) > maxBytes) {
    reply.destroy();
    throw new DownloadFailed('too_large');
  }
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of reply as AsyncIterable<Buffer>) {
      bytes += piece.length;
      if (bytes > maxBytes) throw new DownloadFailed('too_large');
      pieces.push(piece);
    }
  } catch (cause) {
    reply.destroy();
    throw cause instanceof DownloadFailed
      ? cause
      : new DownloadFailed('out_of_reach', { mayPass: true, cause });
  }
  if (signal.aborted) throw new DownloadFailed('out_of_reach', { mayPass: true });
  return Buffer.concat(pieces);
}
