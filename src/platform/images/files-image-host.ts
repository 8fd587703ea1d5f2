import { createHash } from 'node:crypto';
import { z } from 'zod';
import { noPageSources } from '#platform/page-sources.ts';
import { parseJson } from '#platform/text-formats.ts';
import type { EncodedPicture } from './encode-picture.ts';
import { type HostedPicture, type ImageHost, ImageHostUnavailable, type PictureFile } from './image-host.ts';
import type { PictureEncoder } from './picture-encoder.ts';

// Part of every hash: raise it when the encoding changes, as browsers cache an address's bytes indefinitely.
const ENCODING = 'toolyard pictures 3';
const MAIN_WIDTH = 800;
const FILE_NAME = /^[0-9a-f]{32}-\d{1,4}\.(webp|avif)$/;
const ADDRESS = /^(.*\/)([0-9a-f]{32})-\d{1,4}\.webp$/;
/** Written and read back to check that this works; no address leads to it. */
const CHECK_FILE = 'check.txt';
const NO_FILE = 'nothing.txt';
const OWN_ADDRESS = '/pictures/';

/** The record beside a picture's files; written last, so that its presence means that all of them exist. */
const recordSchema = z.object({
  width: z.number(),
  height: z.number(),
  colour: z.string(),
  widths: z.array(z.number()).nonempty(),
});
type PictureRecord = z.infer<typeof recordSchema>;

/** A file to be stored. `type` is its media type. */
export type NewFile = { name: string; content: Buffer; type: string };

export interface PictureFiles {
  /** A file's bytes; `undefined` if it does not exist. @throws ImageHostUnavailable */
  read(name: string): Promise<Buffer | undefined>;
  /** Whether a file exists, and is not empty. @throws ImageHostUnavailable */
  has(name: string): Promise<boolean>;
  /** Stores files, the last of which marks the set complete: if it exists, so do the others. @throws
   * ImageHostUnavailable */
  write(files: NewFile[]): Promise<void>;
}

type FilesImageHostParts = Pick<ImageHost, 'kind' | 'summary'> & {
  files: PictureFiles;
  /** The previous place of pictures, which is still searched. */
  earlierFiles?: PictureFiles | undefined;
  /** The address prefix from which browsers fetch the files, including the last slash. Default: the shop's
   * own. */
  address?: string | undefined;
  encoder: PictureEncoder;
};

/** Stores `<hash>-<width>.webp`, and `.avif` once made; the hash is of the uploaded bytes, which are not
 * stored. */
export function createFilesImageHost(parts: FilesImageHostParts): ImageHost {
  const { kind, summary, files, earlierFiles, address = OWN_ADDRESS, encoder } = parts;
  const read = async (name: string) => (await files.read(name)) ?? (await earlierFiles?.read(name));

  async function store(bytes: Buffer): Promise<HostedPicture> {
    const hash = hashOfUpload(bytes);
    const known = toRecord(await files.read(`${hash}.json`));
    if (known) return toHosted(address, hash, known);
    const { sizes, ...about } = await encoder.encodeWebp(bytes);
    const record = recordSchema.parse({ ...about, widths: sizes.map(({ width }) => width) });
    const recordFile = {
      name: `${hash}.json`,
      content: Buffer.from(JSON.stringify(record)),
      type: 'application/json',
    };
    await files.write([...toFiles(hash, sizes, 'webp'), recordFile]);
    return toHosted(address, hash, record);
  }

  async function makeAvif(url: string): Promise<string> {
    const [, base = '', hash = ''] = ADDRESS.exec(url) ?? [];
    const isOurs = base === address || base === OWN_ADDRESS;
    const record = isOurs ? toRecord(await read(`${hash}.json`)) : undefined;
    const largest = record && (await read(nameOf(hash, Math.max(...record.widths), 'webp')));
    if (!record || !largest) throw new Error(`No picture at ${url}`);
    const sizes = await encoder.encodeAvif(largest, record.widths);
    await files.write(toFiles(hash, sizes, 'avif'));
    return toSrcset(record.widths, (width) => base + nameOf(hash, width, 'avif'));
  }

  return {
    kind,
    summary,
    pageSources: address.startsWith('/')
      ? noPageSources
      : { ...noPageSources, pictures: [new URL(address).origin] },
    async check() {
      await files.write([{ name: CHECK_FILE, content: Buffer.from(CHECK_FILE), type: 'text/plain' }]);
      if ((await files.read(CHECK_FILE))?.toString() !== CHECK_FILE) {
        throw new ImageHostUnavailable('a file that was just written is not there');
      }
      await files.read(NO_FILE).catch((error: Error) => {
        throw new ImageHostUnavailable(
          `${error.message}; said of a file that is not there, so no picture can be added`,
        );
      });
      return 'a file was written and read';
    },
    store,
    makeAvif,
    async has(url) {
      const name = [address, OWN_ADDRESS].flatMap((base) =>
        url.startsWith(base) ? url.slice(base.length) : [],
      )[0];
      if (name === undefined || !FILE_NAME.test(name)) return undefined;
      return (await files.has(name)) || ((await earlierFiles?.has(name)) ?? false);
    },
    async read(file): Promise<PictureFile | undefined> {
      const format = FILE_NAME.exec(file)?.[1];
      const bytes = format && (await read(file));
      return bytes ? { bytes, type: `image/${format}` } : undefined;
    },
  };
}

const nameOf = (hash: string, width: number, format: string) => `${hash}-${width}.${format}`;

function toFiles(hash: string, sizes: EncodedPicture[], format: string): NewFile[] {
  return sizes.map(({ width, bytes }) => ({
    name: nameOf(hash, width, format),
    content: bytes,
    type: `image/${format}`,
  }));
}

function toHosted(address: string, hash: string, { widths, ...about }: PictureRecord): HostedPicture {
  const addressOf = (width: number) => address + nameOf(hash, width, 'webp');
  return { ...about, url: addressOf(mainWidth(widths)), webp: toSrcset(widths, addressOf) };
}

/** Anything that is not a record, such as a store's other reply, counts as no picture: it is then stored
 * again. */
const toRecord = (file: Buffer | undefined) => recordSchema.safeParse(parseJson(String(file))).data;

/** The id of an uploaded picture: the same bytes give the same 32 hexadecimal digits. */
export function hashOfUpload(bytes: Buffer): string {
  return createHash('sha256').update(ENCODING).update(bytes).digest('hex').slice(0, 32);
}

/** The width that a tool's `img` shows, of the available ones, smallest first. */
export function mainWidth(widths: number[]): number {
  return widths.findLast((width) => width <= MAIN_WIDTH) ?? widths[0] ?? MAIN_WIDTH;
}

/** Builds the `srcset` of these widths. */
export function toSrcset(widths: number[], addressOf: (width: number) => string): string {
  return widths.map((width) => `${addressOf(width)} ${width}w`).join(', ');
}
