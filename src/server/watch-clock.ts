import type { AppContext } from '#features/app-context.ts';
import { clockDifferenceSeconds } from '#platform/database/check-server.ts';

const LOOK_EVERY_MS = 60_000;

/**
 * Looks each minute whether the clocks of this machine and of the database agree, and writes into the log when they
 * begin or cease to: apart by minutes, payments would stop without a word.
 */
export function watchClock({ db, clock, log }: Pick<AppContext, 'db' | 'clock' | 'log'>): { stop(): void } {
  let known = 0;

  async function look(): Promise<void> {
    const apart = await clockDifferenceSeconds(db, clock);
    if (apart !== 0 && known === 0) {
      log.error({ databaseAheadSeconds: apart }, 'the clocks of this machine and of the database differ');
    }
    if (apart === 0 && known !== 0) log.info('the clocks of this machine and of the database agree again');
    known = apart;
  }

  // A database that is away is told of elsewhere.
  const lookAnyway = () => void look().catch(() => undefined);
  lookAnyway();
  const timer = setInterval(lookAnyway, LOOK_EVERY_MS).unref();
  return { stop: () => clearInterval(timer) };
}
