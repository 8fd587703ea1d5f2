import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';

/** The key that the server accepts. */
export const IMGBB_KEY = 'd36eb6591370ae7f9089d85875e56b22';

/** The response to an upload instead of the documented one: a given reply, no reply, one without an end, or a
 * cut connection. */
export type ImgbbFault = { status: number; body: string; location?: string } | 'silent' | 'endless' | 'cut';

/** A server on loopback that accepts uploads as documented in imgbb's API v1. */
export type ImgbbServer = {
  api: string;
  /** The stored pictures, by address. */
  pictures: Map<string, Buffer>;
  /** Sets the response to later uploads, by their number since this call; `undefined` accepts them. */
  behave(fault: (number: number) => ImgbbFault | undefined): void;
  stop(): Promise<void>;
};

/** Starts a server that behaves as imgbb does, until `behave` is called. */
export async function startImgbbServer(): Promise<ImgbbServer> {
  const pictures = new Map<string, Buffer>();
  let faultOf: (number: number) => ImgbbFault | undefined = () => undefined;
  let number = 0;
  const server = createServer(async (request, response) => {
    const form = await readForm(request);
    const fault = faultOf(number++);
    if (fault) return misbehave(fault, response);
    const { status, body, kept } = await answer(request, form, pictures.size);
    if (kept) pictures.set(kept.url, kept.bytes);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    api: `http://127.0.0.1:${(server.address() as AddressInfo).port}/1/upload`,
    pictures,
    behave(fault) {
      faultOf = fault;
      number = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function readForm(request: IncomingMessage): Promise<FormData> {
  const body = new Uint8Array(await buffer(request));
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(body, { headers }).formData().catch(() => new FormData());
}

type Answer = { status: number; body: unknown; kept?: { url: string; bytes: Buffer } };

/** The documented responses (https://api.imgbb.com), and its error for an unknown key. */
async function answer({ method, url = '' }: IncomingMessage, form: FormData, count: number): Promise<Answer> {
  const { pathname, searchParams } = new URL(url, 'http://imgbb.example');
  const failed = (message: string, code: number): Answer => ({
    status: 400,
    body: { status_code: 400, error: { message, code }, status_txt: 'Bad Request' },
  });
  if (method !== 'POST' || pathname !== '/1/upload') return failed('Invalid request', 130);
  if (searchParams.get('key') !== IMGBB_KEY) return failed('Invalid API v1 key.', 100);
  const image = form.get('image');
  if (!(image instanceof File)) return failed('Empty upload source.', 130);
  const bytes = Buffer.from(await image.arrayBuffer());
  const { width, height, format } = await sharp(bytes).metadata();
  const id = `pic${count}`;
  const address = `https://i.ibb.co/${id}/${image.name}`;
  const about = {
    filename: image.name,
    name: image.name.replace(/\.\w+$/, ''),
    mime: `image/${format}`,
    extension: format,
  };
  const data = {
    id,
    title: about.name,
    url_viewer: `https://ibb.co/${id}`,
    url: address,
    display_url: address,
    width,
    height,
    size: bytes.length,
    time: 1_552_042_565,
    expiration: 0,
    image: { ...about, url: address },
    thumb: { ...about, url: `https://i.ibb.co/${id}-t/${image.name}` },
    delete_url: `https://ibb.co/${id}/670a7e48ddcb85ac340c717a41047e5c`,
  };
  return { status: 200, body: { data, success: true, status: 200 }, kept: { url: address, bytes } };
}

function misbehave(fault: ImgbbFault, response: ServerResponse): void {
  if (fault === 'silent') return;
  if (fault === 'cut') {
    response.writeHead(200, { 'content-length': 1000 }).write('{"data":', () => response.destroy());
  } else if (fault === 'endless') {
    response.writeHead(200, { 'content-type': 'application/json' });
    const more = () => response.destroyed || response.write(' '.repeat(16_384), more);
    more();
  } else {
    const { status, body, location } = fault;
    response
      .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
      .end(body);
  }
}
