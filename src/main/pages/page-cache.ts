import { createHash } from 'node:crypto';
import { type CodedBody, compressAll, well } from '#platform/compressed-body.ts';
import type { CatalogueEra } from '#platform/database/catalogue-era.ts';

/** So long a visitor waits for the new page while the database is away and an older page is at hand. */
const PATIENCE_MS = 1_000;
/** So long after a rendering failed the older page is served without another try. */
const PAUSE_AFTER_FAILURE_MS = 1_000;

/** A page as it was rendered. The headers go with the bytes: the content policy names the page's own scripts. */
export type RenderedPage = { bytes: Buffer; headers: Record<string, string> };

/** A page as bytes, ready to send in whichever coding the browser takes. `era` is the one it was rendered in. */
export type CachedPage = {
  era: number | undefined;
  etag: string;
  headers: Record<string, string>;
  body: CodedBody;
};

/** Keeps the shared pages as compressed bytes, each rendered once per change. */
export type PageCache = {
  /**
   * The page of `path`. Where it is outdated or was never there, it is rendered now, once for all who ask meanwhile, and
   * they wait for it. An outdated page is sent only while the database is away: when `render` throws a `BadlyRendered`
   * of status 503, or takes long while nobody tells of changes any more.
   * @throws what `render` throws otherwise
   */
  get(path: string, render: () => Promise<RenderedPage>): Promise<CachedPage>;
};

/** A page that came out with an error: it is sent, and never kept. */
export class BadlyRendered extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super(`rendered with status ${response.status}`);
    this.response = response;
  }
}

/** Whether a page failed since the database is away, or so busy that it takes no more questions. */
function isForNoDatabase(error: unknown): boolean {
  return error instanceof BadlyRendered && error.response.status === 503;
}

/** What is known of one page. A page rendered in an earlier era than the present one is outdated. */
type Entry = {
  last?: CachedPage;
  underWay?: { era: number | undefined; page: Promise<CachedPage>; lateAtMs: number };
  failedAtMs?: number;
};

/** Makes an empty cache, whose pages stand until `era` ends. */
export function createPageCache(era: CatalogueEra): PageCache {
  const entries = new Map<string, Entry>();
  // Whoever tells of a change has reached the database.
  era.onEnd(() => {
    for (const entry of entries.values()) delete entry.failedAtMs;
  });

  function begin(entry: Entry, render: () => Promise<RenderedPage>): Promise<CachedPage> {
    const { present } = era;
    const page = render().then((rendered) => toCached(rendered, present));
    const mine = { era: present, page, lateAtMs: Date.now() + PATIENCE_MS };
    entry.underWay = mine;
    page.then(
      (cached) => {
        if ((cached.era ?? 0) >= (entry.last?.era ?? 0)) entry.last = cached;
        if (entry.underWay === mine) delete entry.underWay;
      },
      (error) => {
        if (entry.underWay !== mine) return;
        if (isForNoDatabase(error)) entry.failedAtMs = Date.now();
        delete entry.underWay;
      },
    );
    return page;
  }

  return {
    async get(path, render) {
      const entry = entries.get(path) ?? {};
      entries.set(path, entry);
      const { last, underWay } = entry;
      if (last?.era !== undefined && last.era === era.present) return last;
      if (last && isJustFailed(entry)) return last;
      const page = underWay && underWay.era === era.present ? underWay.page : begin(entry, render);
      if (!last) return page;
      const newOrLast = page.catch((error) => {
        if (isForNoDatabase(error)) return last;
        throw error;
      });
      return era.isHeard ? newOrLast : inTime(newOrLast, last, entry.underWay?.lateAtMs ?? 0);
    },
  };
}

function isJustFailed({ failedAtMs = 0 }: Entry): boolean {
  return Date.now() < failedAtMs + PAUSE_AFTER_FAILURE_MS;
}

/** The new page, or the last one when it is not there at `lateAtMs`. */
async function inTime(page: Promise<CachedPage>, last: CachedPage, lateAtMs: number): Promise<CachedPage> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CachedPage>((resolve) => {
    timer = setTimeout(resolve, Math.max(0, lateAtMs - Date.now()), last);
  });
  try {
    return await Promise.race([page, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function toCached({ bytes, headers }: RenderedPage, era: number | undefined): Promise<CachedPage> {
  // A browser that keeps its bytes takes the headers of a 304 for them (RFC 9111, section 4.3.4), so both count.
  const hash = createHash('sha256').update(JSON.stringify(headers)).update(bytes);
  const etag = `"${hash.digest('base64url').slice(0, 22)}"`;
  return { era, etag, headers, body: await compressAll(bytes, well) };
}
