import { sql } from 'kysely';
import type { DatabaseConnection } from './connection.ts';
import type { DatabaseTransaction } from './database.ts';
import { type KeptConnection, keepConnection } from './kept-connection.ts';

const CHANNEL = 'catalogue_changed';

/**
 * What visitors see of the shop and may have changed; `stock` is how many there are of a tool, `pictures` in
 * which forms its picture can be had.
 */
export type CatalogueChange = (typeof changes)[number];
const changes = ['tools', 'stock', 'pictures', 'reviews'] as const;

/** Tells every process of the shop that `what` has changed, at the moment the transaction commits. */
export async function notifyCatalogueChanged(tx: DatabaseTransaction, what: CatalogueChange): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${what})`.execute(tx);
}

/**
 * Listens for changes on a connection of its own, which is opened again for as long as it takes when it breaks.
 * `onChange` hears of every change committed while connected; after each (re)connection it hears of tools and reviews,
 * since changes may have been missed. `onBreak` hears once why the connection was lost.
 */
export function listenForCatalogueChanges(
  connection: DatabaseConnection,
  listener: { onChange: (what: CatalogueChange) => void; onBreak: (error: Error) => void },
): KeptConnection {
  return keepConnection(connection, 'toolyard listener', {
    onBreak: listener.onBreak,
    async onOpen(client) {
      client.on('notification', ({ payload }) => {
        const change = changes.find((name) => name === payload);
        if (change) listener.onChange(change);
      });
      await client.query(`listen ${CHANNEL}`);
      listener.onChange('tools');
      listener.onChange('reviews');
    },
  });
}
