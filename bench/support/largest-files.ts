import { setTimeout as pause } from 'node:timers/promises';
import { plainPicture } from '#tests/support/pictures.ts';
import type { World } from './known-world.ts';
import type { LargestCall } from './largest-calls.ts';

const POLL_MS = 100;
const MB = 1024 * 1024;
const ROWS = 100_000;
const HEAD = 'part_number,name,description,category,price,min_order_quantity,available_quantity,img';

/** Every call that takes a file with the largest and oddest ones, pages with the longest addresses, and forms. */
export async function largestFiles(world: World): Promise<LargestCall[]> {
  const call = (name: string, field: string, text: string, send: () => Promise<string>): LargestCall => ({
    ...{ name, field, text, send },
  });
  const imports = Object.entries(files(world)).map(([text, make]) =>
    call('POST /imports, read and checked', 'file', text, () => importFile(world, make())),
  );
  const mappings = Object.entries(forms).map(([text, columns]) =>
    call('POST /imports', 'columns, pictures', text, () => importFile(world, `${HEAD}\n`, columns())),
  );
  const large = await plainPicture({ width: 7000, height: 7000 }).png().toBuffer();
  const sendFile = (path: string, field: string, type: string, bytes: Buffer) => {
    const form = new FormData();
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), 'file');
    return world.send('POST', path, form);
  };
  const noise = Buffer.alloc(10 * MB - 1_000, 'noise');
  const pdf = Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    Buffer.alloc(10 * MB - 2_000, '1 0 obj << /Length 9 >> stream '),
    Buffer.from('\n%%EOF'),
  ]);
  return [
    ...imports,
    ...mappings,
    call('POST /image', 'image', '49 million pixels', () => sendFile('/image', 'image', 'image/png', large)),
    call('POST /image', 'image', '10 MB of noise', () => sendFile('/image', 'image', 'image/png', noise)),
    call('POST /details/logo', 'logo', '49 million pixels', () =>
      sendFile('/details/logo', 'logo', 'image/png', large),
    ),
    call('POST /tool/{id}/documents', 'file', '10 MB of objects', () =>
      sendFile(`/tool/${world.ids.tool[0]}/documents`, 'file', 'application/pdf', pdf),
    ),
    ...pages(world),
  ];
}

function pages(world: World): LargestCall[] {
  const texts = {
    letters: 'ab+',
    slashes: '/',
    percent: '%25',
    marks: '%CC%81%CC%A3',
    'a sign of 18 letters': '%EF%B7%BA',
  };
  const fill = (text: string, length: number) => text.repeat(Math.floor(length / text.length));
  const made: [string, string, () => Promise<string>][] = Object.entries(texts).flatMap(([name, text]) => [
    ['GET /tools (page)', name, () => world.send('GET', `/tools?q=${fill(text, 600)}`)],
    ['GET /* (page)', name, () => world.send('GET', `/x${fill(text, 15_000)}`)],
    [
      'POST /login (form)',
      name,
      () =>
        world.send(
          'POST',
          `/login?from=${fill(text, 9_000)}`,
          `email=${fill(text, 60_000)}`,
          'application/x-www-form-urlencoded',
        ),
    ],
    [
      'POST /webhooks/payment',
      name,
      () => world.send('POST', '/webhooks/payment', JSON.stringify({ id: fill(text, 60_000) })),
    ],
  ]);
  const deep = [
    ['arrays in arrays', `${'['.repeat(32_000)}${']'.repeat(32_000)}`],
    ['objects in objects', `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`],
    ['a number of 60,000 digits', `{"text":${'9'.repeat(60_000)}}`],
    ['8,000 fields', `{${Array.from({ length: 6_000 }, (_, nth) => `"k${nth}":0`).join()}}`],
  ];
  return [
    ...made.map(([name, text, send]) => ({ name, field: 'address, body', text, send })),
    ...deep.map(([text = '', body = '']) => ({
      name: 'POST /quick-order',
      field: 'body',
      text,
      send: () => world.send('POST', '/quick-order', body),
    })),
  ];
}

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
    world.img,
  ].join();

/** Files that are hard to read, each near the most that a row, a cell or a file may have. */
const files = (world: World): Record<string, () => string> => {
  const rows = (count: number, cells: Parameters<typeof row>[2] = {}) =>
    [HEAD, ...Array.from({ length: count }, (_, nth) => row(world, nth, cells))].join('\n');
  const filled = (text: string, length: number) => text.repeat(Math.floor(length / text.length));
  return {
    '100,000 rows': () => rows(ROWS),
    '30 rows of 900,000 letters': () => rows(30, { description: filled('ab ', 900_000) }),
    '30 names of 900,000 letters': () => rows(30, { name: filled('ab ', 900_000) }),
    '30 names that are heaps of marks': () => rows(30, { name: filled('\u0301\u0323', 300_000) }),
    '30 prices of 900,000 blanks': () => rows(30, { price: `1${' '.repeat(900_000)}1` }),
    '30 prices of 900,000 figures': () => rows(30, { price: filled('1 ', 900_000) }),
    '30 prices that are heaps of marks': () => rows(30, { price: filled('\u0301\u0323', 300_000) }),
    '30 prices of a sign of 18 letters': () => rows(30, { price: filled('\uFDFA', 300_000) }),
    '30 descriptions of tags': () => rows(30, { description: filled('<p><b>&amp;', 900_000) }),
    '30 descriptions of half tags': () => rows(30, { description: filled('<', 900_000) }),
    'descriptions of scripts that do not end': () => rows(2_000, { description: filled('<script>', 19_999) }),
    'descriptions of comments that do not end': () => rows(2_000, { description: filled('<!-- ', 19_999) }),
    '100,000 variants of one product': () =>
      [
        'Handle,Title,Variant SKU,Variant Price,Option1 Value,Image Src',
        ...Array.from(
          { length: ROWS },
          (_, nth) => `one,Tool,S-${nth},5,${nth},https://shop.example/${nth}.jpg`,
        ),
      ].join('\n'),
    '20,000,000 quotes': () => `${HEAD}\n${'"'.repeat(20_000_000)}`,
    '400,000 columns': () => `${filled('c,', 800_000)}part_number\n${filled('1,', 800_000)}x\n`,
    'column names that are heaps of marks': () => `part_number,${filled('\u0301\u0323', 300_000)}\nx,y\n`,
    '10,000,000 empty lines': () => `${HEAD}\n${'\n'.repeat(10_000_000)}`,
    '300,000 rows with one wrong field': () => rows(300_000, { price: 'none' }),
  };
};

const forms: Record<string, () => Record<string, string>> = {
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
async function importFile(world: World, text: string, fields: Record<string, string> = {}): Promise<string> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('file', new Blob([text], { type: 'text/csv' }), 'tools.csv');
  const status = await world.send('POST', '/imports', form);
  if (status !== '201') return status;
  for (;;) {
    const [latest] = await world.get<{ state: string }[]>('/imports');
    if (latest?.state !== 'reading') return `${status}, ${latest?.state}`;
    await pause(POLL_MS);
  }
}
