import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { HelperProcessEnded } from '#platform/helper-process.ts';
import { limitConcurrency } from '#platform/limit-concurrency.ts';
import { type HostedPicture, type ImageHost, ImageHostUnavailable, type PictureFile } from '../image-host.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { createPictureEncoder, type PictureEncoder } from './picture-encoder.ts';
import { type NewFile, writeFilesSafely } from './write-files-safely.ts';

// Part of every name: raise it when the encoding changes, as browsers keep a name's bytes for ever.
const ENCODING = 'toolyard pictures 1';
const PICTURES_AT_ONCE = 2;
const MAIN_WIDTH = 800;
const FILE_NAME = /^[0-9a-f]{32}-\d{1,4}\.(webp|avif)$/;
const ADDRESS = /^\/pictures\/([0-9a-f]{32})-\d{1,4}\.webp$/;

/** What is kept beside a picture's files; written last, so that it stands for all of them. */
const recordSchema = z.object({
  width: z.number(),
  height: z.number(),
  colour: z.string(),
  widths: z.array(z.number()).nonempty(),
});
type PictureRecord = z.infer<typeof recordSchema>;

/**
 * The shop's own disk as the picture host: `<dataDir>/pictures/<hash>-<width>.webp`, and `.avif` once made. The hash is
 * of the uploaded bytes, which are themselves not kept. At most two pictures are worked on at a time.
 */
export function createDiskImageHost({
  dataDir,
  encoder = createPictureEncoder(),
}: {
  dataDir: string;
  encoder?: PictureEncoder;
}): ImageHost {
  const folder = join(dataDir, 'pictures');
  const inTurn = limitConcurrency(PICTURES_AT_ONCE);

  async function store(bytes: Buffer): Promise<HostedPicture> {
    const hash = createHash('sha256').update(ENCODING).update(bytes).digest('hex').slice(0, 32);
    const known = await readRecord(folder, hash);
    if (known) return toHosted(hash, known);
    const { sizes, ...about } = await encoder.encodeWebp(bytes);
    const record = { ...about, widths: sizes.map(({ width }) => width) };
    await mkdir(folder, { recursive: true });
    await writeFilesSafely(folder, [
      ...toFiles(hash, sizes, 'webp'),
      { name: `${hash}.json`, content: JSON.stringify(record) },
    ]);
    return toHosted(hash, recordSchema.parse(record));
  }

  async function makeAvif(url: string): Promise<string> {
    const hash = ADDRESS.exec(url)?.[1];
    const record = hash && (await readRecord(folder, hash));
    if (!record) throw new Error(`No picture at ${url}`);
    const largest = await readFile(join(folder, `${hash}-${Math.max(...record.widths)}.webp`));
    const sizes = await encoder.encodeAvif(largest, record.widths);
    await writeFilesSafely(folder, toFiles(hash, sizes, 'avif'));
    return srcset(hash, record.widths, 'avif');
  }

  return {
    kind: 'disk',
    summary: `disk: ${folder}`,
    store: (bytes) => inTurn(() => orUnavailable(store(bytes))),
    makeAvif: (url) => inTurn(() => orUnavailable(makeAvif(url))),
    async read(file): Promise<PictureFile | undefined> {
      const format = FILE_NAME.exec(file)?.[1];
      const bytes = format && (await readIfThere(join(folder, file)));
      return bytes ? { bytes, type: `image/${format}` } : undefined;
    },
  };
}

function toFiles(hash: string, sizes: EncodedPicture[], format: string): NewFile[] {
  return sizes.map(({ width, bytes }) => ({ name: `${hash}-${width}.${format}`, content: bytes }));
}

/** Tells what keeps the host from its work apart from what is wrong with a picture or with the shop. */
async function orUnavailable<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    const isSystemError = error instanceof Error && 'syscall' in error;
    if (isSystemError || error instanceof HelperProcessEnded) {
      throw new ImageHostUnavailable(error.message, { cause: error });
    }
    throw error;
  }
}

function toHosted(hash: string, { widths, ...about }: PictureRecord): HostedPicture {
  const main = widths.findLast((width) => width <= MAIN_WIDTH) ?? widths[0];
  return { ...about, url: `/pictures/${hash}-${main}.webp`, webp: srcset(hash, widths, 'webp') };
}

function srcset(hash: string, widths: number[], format: string): string {
  return widths.map((width) => `/pictures/${hash}-${width}.${format} ${width}w`).join(', ');
}

async function readRecord(folder: string, hash: string): Promise<PictureRecord | undefined> {
  const text = await readIfThere(join(folder, `${hash}.json`));
  return text && recordSchema.parse(JSON.parse(text.toString()));
}

async function readIfThere(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}
