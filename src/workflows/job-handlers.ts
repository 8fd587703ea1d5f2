import type { JobHandler, PeriodicJob } from '#platform/jobs/job-runner.ts';
import { makeAvif } from './make-avif.ts';
import type { Shop } from './shop.ts';

/** Every job the shop puts into its outbox, and what works it off. */
export function jobHandlers(shop: Shop): Record<string, JobHandler> {
  return {
    'make-avif': (payload) => makeAvif(shop, payload),
  };
}

/** The jobs that come round by themselves. */
export const periodicJobs: PeriodicJob[] = [];
