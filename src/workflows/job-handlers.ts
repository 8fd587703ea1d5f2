import type { JobHandler, PeriodicJob } from '#platform/jobs/job-runner.ts';
import type { Shop } from './shop.ts';

/** Every job the shop puts into its outbox, and what works it off. */
export function jobHandlers(_shop: Shop): Record<string, JobHandler> {
  return {};
}

/** The jobs that come round by themselves. */
export const periodicJobs: PeriodicJob[] = [];
