import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);
const BROTLI_QUALITY = 9;

/** So long a visitor waits for the new page while an older one is at hand. */
const PATIENCE_MS = 1_000;
/** So long after a rendering failed the older page is served without another try. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

/** A page as it was rendered. The headers go with the bytes: the content policy names the page's own scripts. */
export type RenderedPage = { bytes: Buffer; headers: Record<string, string> };

/** A page as bytes, ready to send in whichever coding the browser takes. */
export type CachedPage = {
  etag: string;
  headers: Record<string, string>;
  identity: Buffer;
  gzip: Buffer;
  br: Buffer;
};

/** Keeps the shared pages as compressed bytes, each rendered once per change. */
export type PageCache = {
  /**
   * The page of `path`. Where it is outdated or was never there, it is rendered now, once for all who ask meanwhile.
   * When that fails or takes long, whoever asks gets the last page that came out well, if there is one.
   * @throws what `render` throws, when no page of `path` has ever come out well
   */
  get(path: string, render: () => Promise<RenderedPage>): Promise<CachedPage>;
  /** Takes every page as outdated: something they show has changed, or may have. */
  outdate(): void;
};

/** What is known of one page. An era ends with each change; a page rendered in an earlier one is outdated. */
type Entry = {
  last?: { era: number; page: CachedPage };
  underWay?: { era: number; page: Promise<CachedPage>; lateAtMs: number };
  failedAtMs?: number;
};

/** Makes an empty cache. */
export function createPageCache(): PageCache {
  const entries = new Map<string, Entry>();
  let era = 0;

  function begin(entry: Entry, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const page = render().then(compress);
    const mine = { era, page, lateAtMs: Date.now() + PATIENCE_MS };
    entry.underWay = mine;
    page.then(
      (rendered) => {
        if (mine.era >= (entry.last?.era ?? 0)) entry.last = { era: mine.era, page: rendered };
        if (entry.underWay === mine) delete entry.underWay;
      },
      () => {
        entry.failedAtMs = Date.now();
        if (entry.underWay === mine) delete entry.underWay;
      },
    );
    return page;
  }

  return {
    async get(path, render) {
      const entry = entries.get(path) ?? {};
      entries.set(path, entry);
      const { last, underWay } = entry;
      if (last?.era === era) return last.page;
      if (last && isJustFailed(entry)) return last.page;
      const page = underWay?.era === era ? underWay.page : begin(entry, render);
      return last ? orLast(page, last.page, entry.underWay?.lateAtMs ?? 0) : page;
    },
    outdate() {
      era += 1;
      // Whoever tells of a change has reached the database.
      for (const entry of entries.values()) delete entry.failedAtMs;
    },
  };
}

function isJustFailed({ failedAtMs = 0 }: Entry): boolean {
  return Date.now() < failedAtMs + PAUSE_AFTER_FAILURE_MS;
}

/** The new page, or the last one when the new one fails or is not there at `lateAtMs`. */
async function orLast(page: Promise<CachedPage>, last: CachedPage, lateAtMs: number): Promise<CachedPage> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CachedPage>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, lateAtMs - Date.now()), last);
  });
  try {
    return await Promise.race([page.catch(() => last), late]);
  } finally {
    clearTimeout(timer);
  }
}

async function compress({ bytes: identity, headers }: RenderedPage): Promise<CachedPage> {
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY };
  const [br, gz] = await Promise.all([
    compressBrotli(identity, { params }),
    compressGzip(identity, { level: 9 }),
  ]);
  // A browser that keeps its bytes takes the headers of a 304 for them (RFC 9111, section 4.3.4), so both count.
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(identity);
  return { etag: `"${hash.digest('base64url').slice(0, 22)}"`, headers, identity, gzip: gz, br };
}
