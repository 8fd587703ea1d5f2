import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { goodPicture, type HostileKind, hostileFile } from './hostile-file.ts';
import type { SeededRandom } from './seeded-random.ts';
import { type Form, fileForm, formOf } from './upload-form.ts';

const elf = Buffer.from('\x7fELF\x02\x01\x01', 'latin1');
const heic = Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1');

/** Files of types that the shop refuses, whatever their declared type. */
const wrongTypes: HostileKind[] = [
  ...Object.entries({
    'a web page': Buffer.from('<!doctype html><script>alert(1)</script>'),
    'a script': Buffer.from('#!/bin/sh\nrm -rf /\n'),
    PHP: Buffer.from('<?php phpinfo();'),
    'a ZIP': Buffer.from('PK\x03\x04 nothing', 'latin1'),
    'a program': elf,
    'a PDF': Buffer.from('%PDF-1.7\n'),
    'a BMP': Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]),
    'a HEIC': heic,
    'a movie': Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0mp42isom', 'latin1'),
    'an icon': Buffer.from('\0\0\x01\0\x01\0\x10\x10', 'latin1'),
    text: Buffer.from('only a list of what to buy'),
  }).map(([what, bytes]) => hostileFile(`${what} announced as a JPEG`, 415, () => bytes)),
  hostileFile('a TIFF', 415, () => plainPicture({ width: 9, height: 9 }).tiff().toBuffer(), {
    type: 'image/tiff',
  }),
  ...['text/html', 'image/svg+xml', 'application/zip', 'image/png', 'image/gif', 'x'].map((type) =>
    hostileFile(`a JPEG announced as ${type}`, 415, (random) => goodPicture(random, 'jpeg'), { type }),
  ),
  hostileFile('a PNG announced as a JPEG', 415, (random) => goodPicture(random, 'png')),
];

const tooLarge = (random: SeededRandom, more: number) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8, 0xff]),
    Buffer.alloc(MAX_PICTURE_BYTES - 2 + more + random.integer(9)),
  ]);

/** A kind whose harm is in the form. Its file is a valid picture, so only the form can be refused. */
function hostileForm(
  kind: string,
  status: HostileKind['status'],
  make: (jpeg: Buffer, random: SeededRandom) => Form,
): HostileKind {
  return { kind, status, make: async (random) => make(await goodPicture(random, 'jpeg'), random) };
}

const jpegPart = (bytes: Buffer, field = 'image') => ({
  field,
  name: 'hammer.jpg',
  type: 'image/jpeg',
  bytes,
});

/** Forms that are not exactly one file in the field `image`. */
const wrongForms: HostileKind[] = [
  hostileForm('no file', 400, () => formOf([])),
  hostileForm('an empty file', 400, () => fileForm(Buffer.alloc(0))),
  hostileForm('two files', 400, (jpeg) => formOf([jpegPart(jpeg), jpegPart(jpeg)])),
  hostileForm('a second file in another field', 400, (jpeg) =>
    formOf([jpegPart(jpeg), jpegPart(elf, 'more')]),
  ),
  hostileForm('a hundred files', 400, (jpeg) => formOf(Array(100).fill(jpegPart(jpeg)))),
  hostileForm('another field', 400, (jpeg) => formOf([jpegPart(jpeg, 'picture')])),
  hostileForm('a field that every object has', 400, (jpeg) => formOf([jpegPart(jpeg, '__proto__')])),
  hostileForm('a picture that is no file', 400, (jpeg) => formOf([{ type: 'image/jpeg', bytes: jpeg }])),
  hostileForm('many fields', 400, (jpeg) =>
    formOf([...Array.from({ length: 2_000 }, (_, n) => ({ field: `f${n}`, bytes: elf })), jpegPart(jpeg)]),
  ),
  hostileForm('a form within the form', 415, (jpeg) => {
    const inner = formOf([jpegPart(jpeg)], 'inner');
    return formOf([{ name: 'a', type: 'multipart/mixed; boundary=inner', bytes: inner.body }]);
  }),
  hostileForm('a form that stops early', 400, (jpeg, random) => {
    const whole = fileForm(jpeg);
    return { ...whole, body: whole.body.subarray(0, 10 + random.integer(whole.body.length - 20)) };
  }),
  hostileForm('a form with another boundary', 400, (jpeg) => ({
    ...fileForm(jpeg),
    type: 'multipart/form-data; boundary=elsewhere',
  })),
  hostileForm('no form', 415, (jpeg) => ({ type: 'image/jpeg', body: jpeg })),
  ...['../../../../etc/cron.d/x', 'a\0.jpg', `${'a'.repeat(10_000)}.jpg`, '..\\..\\x.jsp', '.htaccess'].map(
    (name) =>
      hostileForm(`a web page by the name of ${name.slice(0, 30).replace('\0', '␀')}`, 415, () =>
        fileForm(Buffer.from('<!doctype html><script>alert(1)</script>'), { name }),
      ),
  ),
];

const huge: HostileKind[] = [
  {
    kind: 'a few bytes more than 10 MB',
    status: 413,
    make: async (random) => fileForm(tooLarge(random, 1)),
  },
  {
    kind: '13 MB of unannounced length',
    status: 413,
    make: async (random) => ({ ...fileForm(tooLarge(random, 3_000_000)), inPieces: true }),
  },
];

/** Uploads with a wrong type, form or length. */
export const wrongUploads: HostileKind[] = [...wrongTypes, ...wrongForms, ...huge];
