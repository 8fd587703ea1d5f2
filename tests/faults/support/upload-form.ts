import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ErrorReply } from '#contracts/app-error.ts';

/** A part of a form on the wire; without a `name` it is not a file, without a `type` it declares none. */
export type FormPart = { field?: string; name?: string; type?: string; headers?: string[]; bytes: Buffer };

/** A form ready to be sent. In pieces it is sent without a declared length. */
export type Form = { type: string; body: Buffer; inPieces?: boolean };

const BOUNDARY = 'the-end-of-a-part';

/** Builds a form by hand, so it can be arbitrarily wrong. */
export function formOf(parts: FormPart[], boundary = BOUNDARY): Form {
  const pieces = parts.flatMap(({ field = 'image', name, type, headers = [], bytes }) => {
    const file = name === undefined ? '' : `; filename="${name}"`;
    const lines = [
      `--${boundary}`,
      `Content-Disposition: form-data; name="${field}"${file}`,
      ...(type === undefined ? [] : [`Content-Type: ${type}`]),
      ...headers,
    ];
    return [Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), bytes, Buffer.from('\r\n')];
  });
  const body = Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)]);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

/** Returns a form with one file in the right field. */
export function fileForm(bytes: Buffer, { name = 'hammer.jpg', type = 'image/jpeg' } = {}): Form {
  return formOf([{ name, type, bytes }]);
}

/** The reply: an error, or the picture's URL. */
export type UploadReply = {
  status: number;
  headers: IncomingHttpHeaders;
  body: { error?: ErrorReply['error']; data?: { url: string } };
};

/** Sends a form to `POST /image` and reads the reply, which may come before everything is sent. */
export function sendForm(
  origin: string,
  token: string,
  { type, body, inPieces = false }: Form,
  headers: Record<string, string> = {},
): Promise<UploadReply> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}/image`, {
      method: 'POST',
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': type,
        ...(inPieces ? {} : { 'content-length': body.length }),
        ...headers,
      },
    });
    sent.on('response', (reply) => {
      text(reply).then(
        (said) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body: JSON.parse(said) }),
        reject,
      );
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
