import { destinationOfOrder, isDestinationKnown } from '#features/addresses/destination.ts';
import type { AppContext } from '#features/app-context.ts';
import { forEachAlone, inPages } from '#platform/jobs/do-alone.ts';
import { listOrdersWithoutDestination, writeMissingDestination } from './store.ts';

/** Handles the job `read-destinations`: writes the destinations of orders that versions before 0140 placed or
 * changed, each alone. What a stop leaves, the next run does. */
export async function readDestinations(context: AppContext): Promise<void> {
  const { db } = context;
  const orders = inPages(
    (page) => listOrdersWithoutDestination(db, page),
    ({ id }) => id,
  );
  await forEachAlone(context, 'read-destinations', orders, {
    about: ({ number }) => ({ order: number }),
    work: async (order) => {
      const destination = await destinationOfOrder(db, order);
      if (isDestinationKnown(destination)) await writeMissingDestination(db, order, destination);
    },
  });
}
