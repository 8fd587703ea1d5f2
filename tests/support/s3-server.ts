import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { sign } from 'aws4';
import type { S3Settings } from '#platform/config/image-host-settings.ts';

/** The fault of a call: the connection breaks at once (`down`), it is refused (`denied`, or for now: `busy`),
 * it is never answered (`silent`), its response breaks off half-way (`cut`), or stops there without an end
 * (`stall`). */
export type S3Fault = 'down' | 'denied' | 'busy' | 'silent' | 'cut' | 'stall';

type StoredObject = { bytes: Buffer; type: string | undefined; caching: string | undefined };
type Answer = { status: number; headers?: Record<string, string | undefined>; body: Buffer | string };

/** An S3-compatible server on loopback, with one bucket. */
export type S3Server = {
  settings: S3Settings;
  /** Sets the fault of every later call; `undefined` means none. */
  behave(fault: (method: string, key: string) => S3Fault | undefined): void;
  /** The names of the written objects in order, once for each write. */
  written: string[];
  /** The token of each signed call, `undefined` if it had none. */
  tokens: (string | undefined)[];
  /** All object names. */
  names(): string[];
  /** Reads an object as a browser would. */
  read(name: string): StoredObject | undefined;
  stop(): Promise<void>;
};

/** The only account of the server. */
export const S3_KEYS = { accessKeyId: 'KEEPEROFPICTURES', secretAccessKey: 'a-secret-of-the-bucket' };

const BUCKET = 'shop';
const REGION = 'us-east-1';

/** Starts an S3-compatible server with an empty bucket. It checks signatures and answers as documented in
 * Amazon's API for `GetObject` and `PutObject`. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, StoredObject>();
  const written: string[] = [];
  const tokens: (string | undefined)[] = [];
  let faultOf: (method: string, key: string) => S3Fault | undefined = () => undefined;
  const server = createServer(async (request, response) => {
    const [, bucket = '', key = ''] =
      /^\/([^/?]+)\/([^?]+)/.exec(decodeURIComponent(request.url ?? '')) ?? [];
    const fault = faultOf(request.method ?? '', key);
    if (fault) return misbehave(fault, request, response);
    const { status, headers, body } = answer(request, await buffer(request), { bucket, key });
    response.writeHead(status, headers).end(body);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));

  function answer(
    request: IncomingMessage,
    bytes: Buffer,
    { bucket, key }: { bucket: string; key: string },
  ): Answer {
    const refused =
      refusalOf(request, bytes) ?? (bucket === BUCKET ? undefined : toError(404, 'NoSuchBucket'));
    if (refused) return refused;
    tokens.push(request.headers['x-amz-security-token'] as string | undefined);
    if (request.method === 'PUT') {
      const { 'content-type': type, 'cache-control': caching } = request.headers;
      written.push(key);
      objects.set(key, { bytes, type, caching });
      return { status: 200, body: '' };
    }
    const object = objects.get(key);
    if (!object) return toError(404, 'NoSuchKey');
    const { type, caching } = object;
    return { status: 200, headers: { 'content-type': type, 'cache-control': caching }, body: object.bytes };
  }

  return {
    settings: {
      kind: 's3',
      bucket: BUCKET,
      region: REGION,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      credentials: S3_KEYS,
      publicUrl: undefined,
    },
    written,
    tokens,
    behave(fault) {
      faultOf = fault;
    },
    names: () => [...objects.keys()].sort(),
    read: (name) => objects.get(name),
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** The refusal of a call whose account is unknown, or whose signature is not what another implementation
 * of Amazon's algorithm makes of it. */
function refusalOf(request: IncomingMessage, bytes: Buffer): Answer | undefined {
  const { authorization = '', ...given } = request.headers;
  const [, account] = /Credential=([^/]+)\//.exec(authorization) ?? [];
  if (account !== S3_KEYS.accessKeyId) return toError(403, 'InvalidAccessKeyId');
  if (given['x-amz-content-sha256'] !== createHash('sha256').update(bytes).digest('hex'))
    return toError(400, 'XAmzContentSHA256Mismatch');
  const [, names = ''] = /SignedHeaders=([^,]+)/.exec(authorization) ?? [];
  const { method = '', url: path = '' } = request;
  const headers = Object.fromEntries(names.split(';').map((name) => [name, given[name]]));
  const signed = sign({ service: 's3', region: REGION, method, path, headers }, S3_KEYS).headers;
  return signed?.Authorization === authorization ? undefined : toError(403, 'SignatureDoesNotMatch');
}

function toError(status: number, code: string): Answer {
  const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`;
  return { status, headers: { 'content-type': 'application/xml' }, body };
}

function misbehave(fault: S3Fault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'down') request.socket.destroy();
  if (fault === 'denied' || fault === 'busy') {
    request.resume();
    const { status, headers, body } =
      fault === 'busy' ? toError(503, 'SlowDown') : toError(403, 'AccessDenied');
    response.writeHead(status, headers).end(body);
  }
  if (fault === 'cut' || fault === 'stall') {
    request.resume();
    response.writeHead(200, { 'content-length': 1000 });
    response.write('x'.repeat(500), () => fault === 'cut' && request.socket.destroy());
  }
}
