import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { ErrorReply } from '#contracts/app-error.ts';

/** A part of a form as it goes over the wire; without a `name` it is no file,
 * without a `type` it announces none. */
export type FormPart = { field?: string; name?: string; type?: string; headers?: string[]; bytes: Buffer };

/** A form ready to be sent. In pieces it goes without its length being announced. */
export type Form = { type: string; body: Buffer; inPieces?: boolean };

const BOUNDARY = 'the-end-of-a-part';

/** Puts a form together by hand, so that it can be as wrong as it likes. */
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

/** A form with one file in the right field. */
export function fileForm(bytes: Buffer, { name = 'hammer.jpg', type = 'image/jpeg' } = {}): Form {
  return formOf([{ name, type, bytes }]);
}

/** What came back: an error, or the picture's address. */
export type UploadReply = {
  status: number;
  headers: IncomingHttpHeaders;
  body: { error?: ErrorReply['error']; data?: { url: string } };
};

/** Sends a form to `POST /image` and reads the reply, which may come before all is sent. */
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
