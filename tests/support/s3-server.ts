import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import S3rver from 's3rver';
import type { S3Settings } from '#platform/config/image-host-settings.ts';

/** The fault of a call: the connection breaks at once (`down`), it is refused (`denied`), it is never
 * answered (`silent`), its response breaks off half-way (`cut`), or stops there without an end (`stall`). */
export type S3Fault = 'down' | 'denied' | 'silent' | 'cut' | 'stall';

/** An S3-compatible server on loopback, with one bucket. */
export type S3Server = {
  settings: S3Settings;
  /** Sets the fault of every later call; `undefined` means none. */
  behave(fault: (method: string, key: string) => S3Fault | undefined): void;
  /** The names of the written objects in order, once for each write. */
  written: string[];
  /** All object names. */
  names(): Promise<string[]>;
  /** Reads an object as a browser would. */
  read(name: string): Promise<{ bytes: Buffer; type: string | undefined; caching: string | undefined }>;
  stop(): Promise<void>;
};

/** Starts an S3-compatible server with an empty bucket. */
export async function startS3Server(): Promise<S3Server> {
  const directory = await mkdtemp(join(tmpdir(), 'toolyard-s3-'));
  const s3 = new S3rver({ directory, silent: true, configureBuckets: [{ name: 'shop' }] });
  await s3.configureBuckets();
  const handle = s3.callback();
  const written: string[] = [];
  let faultOf: (method: string, key: string) => S3Fault | undefined = () => undefined;
  const server = createServer((request, response) => {
    const key = decodeURIComponent(request.url?.split('?')[0] ?? '').replace(/^\/[^/]+\//, '');
    const fault = faultOf(request.method ?? '', key);
    if (fault) return misbehave(fault, request, response);
    if (request.method === 'PUT') written.push(key);
    handle(request, response);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const settings: S3Settings = {
    kind: 's3',
    bucket: 'shop',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    // The only account that the server has.
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
    publicUrl: undefined,
  };
  const client = openClient(settings);
  const Bucket = settings.bucket;

  return {
    settings,
    written,
    behave(fault) {
      faultOf = fault;
    },
    async names() {
      const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket }));
      return Contents.map(({ Key = '' }) => Key).sort();
    },
    async read(name) {
      const object = await client.send(new GetObjectCommand({ Bucket, Key: name }));
      const bytes = Buffer.from((await object.Body?.transformToByteArray()) ?? []);
      return { bytes, type: object.ContentType, caching: object.CacheControl };
    },
    async stop() {
      client.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await rm(directory, { recursive: true, force: true });
    },
  };
}

function openClient({ region, endpoint = '', credentials }: S3Settings): S3Client {
  return new S3Client({ region, endpoint, forcePathStyle: true, ...(credentials && { credentials }) });
}

function misbehave(fault: S3Fault, request: IncomingMessage, response: ServerResponse): void {
  if (fault === 'down') request.socket.destroy();
  if (fault === 'denied') {
    request.resume();
    response.writeHead(403, { 'content-type': 'application/xml' });
    response.end('<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>');
  }
  if (fault === 'cut' || fault === 'stall') {
    request.resume();
    response.writeHead(200, { 'content-length': 1000 });
    response.write('x'.repeat(500), () => fault === 'cut' && request.socket.destroy());
  }
}
