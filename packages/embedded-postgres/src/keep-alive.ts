import type { Say } from './database-folder.ts';
import type { Postmaster } from './postmaster.ts';

/** Maximum number of restarts before PostgreSQL is considered broken. */
const mostRestarts = 3;
/** After running this long it is considered sound, and the count restarts. */
const soundAfterMs = 60_000;

/** Restarts PostgreSQL when it ends unexpectedly (out of memory, killed by hand), so that the program's
 * connections recover. @returns a function that stops it for good */
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
    const onExit = () => {
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
    };
    postmaster.exited.then(onExit, onExit);
  };
  watch(first);
  return async () => {
    stopping = true;
    const postmaster = await current;
    postmaster?.end();
    await postmaster?.exited;
  };
}
