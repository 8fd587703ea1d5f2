import { setTimeout as pause } from 'node:timers/promises';
import { plainPicture } from '#tests/support/pictures.ts';
import type { LargestCall } from './calls.ts';
import { filled } from './hard-texts.ts';
import type { Answer, World } from './world.ts';

const POLL_MS = 100;
const MB = 1024 * 1024;
const ROWS = 100_000;
const HEAD = 'part_number,name,description,category,price,min_order_quantity,available_quantity,img';

/** Every call that takes a file, with the largest and oddest files and with bodies that are hard to parse. */
export async function largestFiles(world: World): Promise<LargestCall[]> {
  const pictures = await largestPictures();
  const pictureCalls = ['/image', '/details/logo', '/legal-files'].flatMap((path) =>
    Object.entries(pictures).map(([text, [type, bytes]]) =>
      callOf(`POST ${path}`, 'image', text, () => world.ask('POST', path, formWith('image', bytes, type))),
    ),
  );
  const about = { kind: 'manual', title: filled('ab ', 100) };
  const sendDocument = (bytes: Buffer) =>
    world.ask(
      'POST',
      `/tool/${world.tools[0]}/documents`,
      formWith('document', bytes, 'application/pdf', about),
    );
  return [
    ...Object.entries(importedFiles(world)).map(([text, make]) =>
      callOf('POST /imports', 'file', text, () => importFile(world, make())),
    ),
    ...Object.entries(importForms).map(([text, fields]) =>
      callOf('POST /imports', 'columns, pictures', text, () => importFile(world, `${HEAD}\n`, fields())),
    ),
    ...pictureCalls,
    ...Object.entries(largestDocuments()).map(([text, bytes]) =>
      callOf('POST /tool/{id}/documents', 'document', text, () => sendDocument(bytes)),
    ),
    ...Object.entries(oddBodies).map(([text, body]) =>
      callOf('POST /quick-order', 'body', text, () => world.ask('POST', '/quick-order', body)),
    ),
  ];
}

const callOf = (name: string, field: string, text: string, send: () => Promise<Answer>): LargestCall => ({
  ...{ name, field, text },
  prepare: async () => send,
});

function formWith(field: string, bytes: Buffer, type: string, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'file');
  return form;
}

/** Pictures with the most pixels and with the most bytes, one of each per type; the second kind has only a
 * valid beginning. */
async function largestPictures(): Promise<Record<string, [type: string, bytes: Buffer]>> {
  const large = plainPicture({ width: 7000, height: 7000 });
  const png = await large.clone().png().toBuffer();
  const padded = (bytes: Buffer, piece: string) => {
    const rest = Buffer.alloc(10 * MB - 1_000 - bytes.length, piece, 'latin1');
    return Buffer.concat([bytes, rest]);
  };
  const small = plainPicture({ width: 40, height: 30 });
  const [jpeg, webp] = await Promise.all([small.clone().jpeg().toBuffer(), small.clone().webp().toBuffer()]);
  const smallPng = await small.clone().png().toBuffer();
  return {
    '49 million pixels': ['image/png', png],
    '49 million pixels, JPEG': ['image/jpeg', await large.clone().jpeg().toBuffer()],
    '10 MB of noise': ['image/png', Buffer.alloc(10 * MB - 1_000, 'noise')],
    'a PNG of empty chunks': ['image/png', padded(smallPng.subarray(0, 33), '\0\0\0\0tEXt\0\0\0\0')],
    'a JPEG of empty segments': ['image/jpeg', padded(jpeg.subarray(0, 2), '\xff\xfe\0\x02')],
    'a JPEG of restart marks': ['image/jpeg', padded(jpeg.subarray(0, -2), '\xff\xd0')],
    'a WebP of empty chunks': ['image/webp', padded(webp.subarray(0, 12), 'XXXX\0\0\0\0')],
  };
}

function largestDocuments(): Record<string, Buffer> {
  const documentOf = (piece: string) =>
    Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      Buffer.alloc(10 * MB - 2_000, piece, 'latin1'),
      Buffer.from('\n%%EOF'),
    ]);
  return {
    '10 MB of objects': documentOf('1 0 obj << /Length 9 >> stream '),
    '10 MB of brackets': documentOf('<<[('),
    '10 MB of ends': documentOf('%%EOF\n'),
  };
}

/** Bodies that are hard to parse, used for every call. */
const oddBodies: Record<string, string> = {
  'arrays in arrays': `${'['.repeat(32_000)}${']'.repeat(32_000)}`,
  'objects in objects': `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  'a number of 60,000 digits': `{"text":${'9'.repeat(60_000)}}`,
  '6,000 fields': `{${Array.from({ length: 6_000 }, (_, nth) => `"k${nth}":0`).join()}}`,
};

const row = (
  world: World,
  nth: number,
  cells: { name?: string; price?: string; description?: string } = {},
) =>
  [
    `W-${nth}`,
    cells.name ?? `Tool ${nth}`,
    cells.description ?? 'Made for measuring.',
    `Category ${nth % 40}`,
    cells.price ?? '5',
    '1',
    '3',
    world.imgs[0],
  ].join();

const repeated = (text: string, length: number) => text.repeat(Math.floor(length / text.length));

/** Files that are hard to read, each near the maximum of a row, a cell or a file. */
const importedFiles = (world: World): Record<string, () => string> => {
  const rows = (count: number, cells: Parameters<typeof row>[2] = {}) =>
    [HEAD, ...Array.from({ length: count }, (_, nth) => row(world, nth, cells))].join('\n');
  return {
    '100,000 rows': () => rows(ROWS),
    '30 rows of 900,000 letters': () => rows(30, { description: repeated('ab ', 900_000) }),
    '30 names of 900,000 letters': () => rows(30, { name: repeated('ab ', 900_000) }),
    '30 names that are heaps of marks': () => rows(30, { name: repeated('\u0301\u0323', 300_000) }),
    '30 prices of 900,000 blanks': () => rows(30, { price: `1${' '.repeat(900_000)}1` }),
    '30 prices of 900,000 figures': () => rows(30, { price: repeated('1 ', 900_000) }),
    '30 prices that are heaps of marks': () => rows(30, { price: repeated('\u0301\u0323', 300_000) }),
    '30 prices of a sign of 18 letters': () => rows(30, { price: repeated('\uFDFA', 300_000) }),
    '30 descriptions of tags': () => rows(30, { description: repeated('<p><b>&amp;', 900_000) }),
    '30 descriptions of half tags': () => rows(30, { description: repeated('<', 900_000) }),
    'descriptions of scripts that do not end': () =>
      rows(2_000, { description: repeated('<script>', 19_999) }),
    'descriptions of comments that do not end': () => rows(2_000, { description: repeated('<!-- ', 19_999) }),
    '100,000 variants of one product': () =>
      [
        'Handle,Title,Variant SKU,Variant Price,Option1 Value,Image Src',
        ...Array.from(
          { length: ROWS },
          (_, nth) => `one,Tool,S-${nth},5,${nth},https://shop.example/${nth}.jpg`,
        ),
      ].join('\n'),
    '100,000 variants, each far from its product': () =>
      [
        'Handle,Title,Variant SKU,Variant Price,Option1 Value,Image Src',
        ...Array.from({ length: ROWS / 2 }, (_, nth) => `t${nth},Tool,S-${nth},5,A,`),
        ...Array.from({ length: ROWS / 2 }, (_, nth) => `t${nth},,T-${nth},5,B,`),
      ].join('\n'),
    '20,000,000 quotes': () => `${HEAD}\n${'"'.repeat(20_000_000)}`,
    '400,000 columns': () => `${repeated('c,', 800_000)}part_number\n${repeated('1,', 800_000)}x\n`,
    'column names that are heaps of marks': () => `part_number,${repeated('\u0301\u0323', 300_000)}\nx,y\n`,
    '10,000,000 rows of one cell': () => `${HEAD}\n${'1\n'.repeat(10_000_000)}`,
    '10,000,000 empty lines': () => `${HEAD}\n${'\n'.repeat(10_000_000)}`,
    '300,000 rows with one wrong field': () => rows(300_000, { price: 'none' }),
  };
};

const importForms: Record<string, () => Record<string, string>> = {
  'arrays in arrays, 1 MB': () => ({ columns: `${'['.repeat(500_000)}${']'.repeat(500_000)}` }),
  '60,000 columns': () => ({
    columns: JSON.stringify(
      Object.fromEntries(Array.from({ length: 60_000 }, (_, nth) => [`c${nth}`, null])),
    ),
  }),
  'a heap of marks': () => ({ columns: JSON.stringify({ ['\u0301\u0323'.repeat(200_000)]: null }) }),
  '20,000 pictures': () => ({
    pictures: JSON.stringify(
      Object.fromEntries(Array.from({ length: 20_000 }, (_, nth) => [`p${nth}`, 'x'.repeat(30)])),
    ),
  }),
  'a picture named by a heap of marks': () => ({
    pictures: JSON.stringify({ ['\u0301\u0323'.repeat(200_000)]: 'x' }),
  }),
};

/** Sends a file and waits until it has been read. */
async function importFile(world: World, text: string, fields: Record<string, string> = {}): Promise<Answer> {
  const answer = await world.ask('POST', '/imports', formWith('file', Buffer.from(text), 'text/csv', fields));
  if (answer.status >= 400) return answer;
  for (;;) {
    // A shop that is busy reading may send its other askers away for a moment.
    const { status, body } = await world.ask('GET', '/imports?limit=1');
    if (status === 200 && (body as { state: string }[])[0]?.state !== 'reading') return answer;
    await pause(POLL_MS);
  }
}
