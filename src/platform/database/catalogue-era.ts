import type { DatabaseConnection } from './connection.ts';
import type { KeptConnection } from './kept-connection.ts';
import { listenForCatalogueChanges } from './notifications.ts';

/** So long changes of stock and pictures are gathered: each sale of a busy hour is not to end an era of its own. */
const GATHER_MS = 250;

/** While changes cannot be heard of, there may have been one at any time. */
const UNHEARD_MS = 1_000;

/**
 * The time between two changes of what visitors see. What was made in an earlier era may be outdated; what was made
 * in the present one is as fresh as if it were made now.
 */
export type CatalogueEra = {
  /** The number of the present era; `undefined` where nobody listens for changes, and nothing can be called fresh. */
  readonly present: number | undefined;
  /** Whether changes are heard of as they are committed: not while the database is away. */
  readonly isHeard: boolean;
  /** Ends the era: something has changed, or may have. */
  end(): void;
  /** Calls `listener` at the end of each era. */
  onEnd(listener: () => void): void;
  /** Lets the changes that any process of the shop commits end the era, from now until it is closed. */
  follow(connection: DatabaseConnection, onBreak: (error: Error) => void): KeptConnection;
};

/** Starts counting. Until changes are followed there is no present era. */
export function createCatalogueEra(): CatalogueEra {
  const listeners: (() => void)[] = [];
  let present: number | undefined;
  let gathering: NodeJS.Timeout | undefined;
  let unheard: NodeJS.Timeout | undefined;
  let isHeard = false;
  let endedAtMs = Number.NEGATIVE_INFINITY;

  function end(): void {
    clearTimeout(gathering);
    gathering = undefined;
    endedAtMs = performance.now();
    if (present !== undefined) present += 1;
    for (const listener of listeners) listener();
  }

  function endSoon(): void {
    if (gathering) return;
    const wait = endedAtMs + GATHER_MS - performance.now();
    if (wait <= 0) end();
    else gathering = setTimeout(end, wait).unref();
  }

  return {
    get present() {
      return present;
    },
    get isHeard() {
      return isHeard;
    },
    end,
    onEnd: (listener) => void listeners.push(listener),
    follow(connection, onBreak) {
      present ??= 0;
      const listening = listenForCatalogueChanges(connection, {
        onChange(what) {
          clearInterval(unheard);
          isHeard = true;
          if (what === 'stock' || what === 'pictures') endSoon();
          else end();
        },
        onBreak(error) {
          isHeard = false;
          unheard = setInterval(end, UNHEARD_MS).unref();
          end();
          onBreak(error);
        },
      });
      return {
        close() {
          clearTimeout(gathering);
          clearInterval(unheard);
          return listening.close();
        },
      };
    },
  };
}
