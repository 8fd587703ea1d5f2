import fc from 'fast-check';
import { plainPicture } from '#tests/support/pictures.ts';

const BOUNDARY = 'between-the-parts';

/** The media type of the forms. */
export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** The start of every form. */
export const FORM_START = `--${BOUNDARY}`;

const small = await plainPicture({ width: 12, height: 9 }).jpeg().toBuffer();

const part = (name: string, rest: string, content: string) =>
  `${FORM_START}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n${content}\r\n`;
const end = `${FORM_START}--\r\n`;
const picture = part('image', '; filename="a.jpg"\r\ncontent-type: image/jpeg', small.toString('latin1'));

/** Forms that `POST /image` accepts, and some that it must reject; each character is a byte. */
export const pictureForms: fc.Arbitrary<string> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(picture + end) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      picture,
      picture + picture + end,
      picture + part('key', '', 'k') + end,
      part('other', '; filename="a.jpg"', small.toString('latin1')) + end,
      part('image', '', 'no file') + end,
      part('image', '; filename=""', '') + end,
      part(
        'image',
        '; filename="../../a.svg"\r\ncontent-type: image/svg+xml',
        '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ) + end,
      part('__proto__', '; filename="a.jpg"', small.toString('latin1')) + end,
      part('image', '; filename="\u0000.jpg"', small.toString('latin1')) + end,
      end,
      FORM_START,
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .integer({ min: FORM_START.length, max: picture.length })
      .map((length) => `${picture.slice(0, length)}\r\n${end}`),
  },
);
