import { addAbortSignal, type Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { S3Settings } from '#platform/config/image-host-settings.ts';

const CONNECT_MS = 3_000;

/** A call of the store's API for one object. */
export type S3Call = {
  method: 'GET' | 'HEAD' | 'PUT';
  key: string;
  headers?: Record<string, string>;
  body?: Buffer;
};

/** The store's refusal of a call. Its name is the store's code, such as `NoSuchKey`. */
export class S3Refusal extends Error {
  readonly status: number;

  constructor(status: number, body: string) {
    const part = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(body)?.[1];
    super(part('Message') ?? `it answers ${status}`);
    this.name = part('Code') ?? 'Refusal';
    this.status = status;
  }
}

/** Sends a call, once more if it failed in passing, and returns the body of the answer. @throws S3Refusal;
 * Error if the store cannot be reached, or has not answered when `signal` aborts */
export type CallS3 = (call: S3Call, signal: AbortSignal) => Promise<Buffer>;

/** Opens calls to a bucket of an S3-compatible store, signed with the keys of the settings or with what the
 * machine provides. What finds these, signs and connects is Amazon's, loaded here, so that a shop with its
 * pictures elsewhere does not load it. */
export async function openS3({ region, credentials, ...place }: S3Settings): Promise<CallS3> {
  const { HttpRequest } = await import('@smithy/core/protocols');
  const { Hash } = await import('@smithy/core/serde');
  const { NodeHttpHandler } = await import('@smithy/node-http-handler');
  const { SignatureV4 } = await import('@smithy/signature-v4');
  const { defaultProvider } = await import('@aws-sdk/credential-provider-node');
  const { protocol, hostname, port, host, pathname } = bucketAddress({ region, ...place });
  const ofMachine = defaultProvider();
  const signer = new SignatureV4({
    service: 's3',
    region,
    credentials: credentials ?? (() => ofMachine({ callerClientConfig: { region: async () => region } })),
    sha256: Hash.bind(null, 'sha256'),
    uriEscapePath: false,
  });
  const handler = new NodeHttpHandler({ connectionTimeout: CONNECT_MS });

  async function callOnce({ method, key, headers, body }: S3Call, abortSignal: AbortSignal): Promise<Buffer> {
    const to = { protocol, hostname, ...(port && { port: Number(port) }), path: pathname + key };
    const request = new HttpRequest({ method, ...to, headers: { host, ...headers }, body });
    const signed = new HttpRequest(await signer.sign(request));
    const { response } = await handler.handle(signed, { abortSignal });
    const answer = await buffer(addAbortSignal(abortSignal, response.body as Readable));
    if (response.statusCode >= 300) throw new S3Refusal(response.statusCode, String(answer));
    return answer;
  }

  return (call, signal) =>
    callOnce(call, signal).catch((error: unknown) => {
      if (signal.aborted || !isPassing(error)) throw error;
      return callOnce(call, signal);
    });
}

/** The address of a bucket's objects, with the last slash. Compatible stores seldom have a host name for each
 * bucket, and Amazon's certificate is for names without a dot. */
export function bucketAddress({
  bucket,
  region,
  endpoint,
}: Pick<S3Settings, 'bucket' | 'region' | 'endpoint'>): URL {
  const amazons = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
  if (!endpoint && !bucket.includes('.')) return new URL(`https://${bucket}.${amazons}/`);
  return new URL(`${endpoint ?? `https://${amazons}`}/${bucket}/`);
}

/** Whether a failure may be over at once: a broken connection, or a store that is overloaded. */
function isPassing(error: unknown): boolean {
  return !(error instanceof S3Refusal) || error.status >= 500 || error.status === 429;
}
