import { DatabaseSilent } from '#platform/database/database.ts';
import { type CacheVersion, unlessSilent } from './cache-version.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** After a failed attempt, the older answer is served for this long without another attempt. */
const PAUSE_MS = 1_000;

/** An answer for everyone: `good` is cached, `away` means that the database is unavailable, and `other`
 * removes the cached one. */
export type Answer = { outcome: 'good' | 'away' | 'other'; bytes: number };

/** How long an answer remains valid, and whether a stale one may be served while the database is away. */
type Keeping = { until: 'change' | 'next-asker'; mayBeOld: boolean };

/** Caches answers by key within a memory limit; evicts the least recently used one. */
export type ResponseCache<Kept extends Answer> = {
  fresh(key: string): Kept | undefined;
  /** Returns the fresh answer, made once for all concurrent requests; a stale one, if allowed, only while the
   * database is away. @throws DatabaseSilent if there is none, and the database says nothing */
  get(key: string, keeping: Keeping, make: () => Promise<Kept>): Promise<Kept>;
};

type Entry<Kept> = {
  answer: Kept;
  version: number | undefined;
  until: Keeping['until'];
  failed?: { version: number; atMs: number };
};
type Making<Kept> = { version: number | undefined; answer: Promise<Kept>; sinceMs: number };

/** Creates an empty cache, whose answers remain valid until `version` changes. */
export function createResponseCache<Kept extends Answer>(
  version: CacheVersion,
  mostBytes = MOST_BYTES,
): ResponseCache<Kept> {
  const entries = new Map<string, Entry<Kept>>();
  const underWay = new Map<string, Making<Kept>>();
  let bytes = 0;

  function forget(key: string): void {
    bytes -= entries.get(key)?.answer.bytes ?? 0;
    entries.delete(key);
  }

  function keep(key: string, entry: Entry<Kept>): void {
    forget(key);
    entries.set(key, entry);
    bytes += entry.answer.bytes;
    for (const oldest of entries.keys()) {
      if (bytes <= mostBytes) break;
      forget(oldest);
    }
  }

  function fresh(key: string): Kept | undefined {
    const entry = entries.get(key);
    if (entry?.until !== 'change') return undefined;
    if (entry.version === undefined || entry.version !== version.present) return undefined;
    entries.delete(key);
    entries.set(key, entry);
    return entry.answer;
  }

  function note(key: string, making: Making<Kept>, answer: Kept, until: Keeping['until']): void {
    const entry = entries.get(key);
    const isLatest = underWay.get(key) === making;
    if (answer.outcome === 'good') {
      if ((making.version ?? 0) < (entry?.version ?? 0)) return;
      keep(key, { answer, version: making.version, until });
    } else if (isLatest && answer.outcome === 'other') {
      forget(key);
    } else if (isLatest && entry && making.version !== undefined) {
      entry.failed = { version: making.version, atMs: Date.now() };
    }
  }

  /** Joins the making under way or starts a new one: one that started before a change does not answer a later
   * request. */
  function joinOrBegin(key: string, until: Keeping['until'], make: () => Promise<Kept>): Making<Kept> {
    const { present } = version;
    const known = underWay.get(key);
    if (known && present !== undefined && known.version === present) return known;
    const making = { version: present, answer: make(), sinceMs: Date.now() };
    underWay.set(key, making);
    making.answer
      .then((answer) => note(key, making, answer, until))
      .catch(() => undefined)
      .finally(() => {
        if (underWay.get(key) === making) underWay.delete(key);
      });
    return making;
  }

  /** Whether the database has just failed and no change has been notified since, which would need the
   * database. */
  function isJustFailed({ failed }: Entry<Kept>): boolean {
    return failed !== undefined && failed.version === version.present && Date.now() < failed.atMs + PAUSE_MS;
  }

  return {
    fresh,
    async get(key, { until, mayBeOld }, make) {
      const kept = fresh(key);
      if (kept) return kept;
      const last = mayBeOld ? entries.get(key) : undefined;
      if (last && isJustFailed(last)) return last.answer;
      const making = joinOrBegin(key, until, make);
      try {
        const answer = await unlessSilent(version, making.answer, making.sinceMs);
        return last && answer.outcome === 'away' ? last.answer : answer;
      } catch (error) {
        if (last && error instanceof DatabaseSilent) return last.answer;
        throw error;
      }
    },
  };
}
