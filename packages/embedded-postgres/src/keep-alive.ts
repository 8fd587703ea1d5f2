import type { Say } from './database-folder.ts';
import type { Postmaster } from './postmaster.ts';

/** So often PostgreSQL is started again before it is taken to be broken. */
const mostRestarts = 3;
/** One that ran this long had nothing wrong with it, and the count begins anew. */
const soundAfterMs = 60_000;

/** Starts PostgreSQL again when it ends unasked (out of memory, killed by hand), so that the
 * program's connections find it back.
 * @returns what stops it for good */
export function keepAlive(
  first: Postmaster,
  restart: () => Promise<Postmaster>,
  say: Say,
): () => Promise<void> {
  let stopping = false;
  let restarts = 0;
  let current = Promise.resolve<Postmaster | undefined>(first);
  const watch = (postmaster: Postmaster) => {
    const readyAt = Date.now();
    void postmaster.exited.then(() => {
      if (stopping) return;
      restarts = Date.now() - readyAt > soundAfterMs ? 1 : restarts + 1;
      if (restarts > mostRestarts)
        return say('PostgreSQL ends again and again. See its log, then start anew.');
      say('PostgreSQL ended unexpectedly and is started again.');
      current = restart().then(
        (next) => {
          watch(next);
          return next;
        },
        (error: unknown) => {
          say(error instanceof Error ? error.message : String(error));
          return undefined;
        },
      );
    });
  };
  watch(first);
  return async () => {
    stopping = true;
    const postmaster = await current;
    postmaster?.end();
    await postmaster?.exited;
  };
}
