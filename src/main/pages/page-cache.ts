import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI_QUALITY = 9;

/** A page as bytes, ready to send in whichever coding the browser takes. */
export type CachedPage = { etag: string; identity: Buffer; gzip: Buffer; br: Buffer };

/** Keeps the public pages as compressed bytes, each rendered once per change. */
export type PageCache = {
  /** The page of `path`, rendered now if need be; many askers of a cold page wait for one rendering. */
  get(path: string, render: () => Promise<Buffer>): Promise<CachedPage>;
  /** Forgets every page: something they show has changed. */
  clear(): void;
};

/** Makes an empty cache. */
export function createPageCache(): PageCache {
  let pages = new Map<string, Promise<CachedPage>>();
  return {
    get(path, render) {
      const known = pages.get(path);
      if (known) return known;
      const era = pages;
      const page = render().then(compress);
      era.set(path, page);
      page.catch(() => era.delete(path));
      return page;
    },
    clear() {
      pages = new Map();
    },
  };
}

async function compress(identity: Buffer): Promise<CachedPage> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params }),
    compressGzip(identity, { level: 9 }),
  ]);
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
  return { etag, identity, gzip: gz, br };
}
