import { AsyncLocalStorage } from 'node:async_hooks';
import { limitConcurrency } from '#platform/concurrency.ts';

/** Two are as quick for one asker as six: the next query begins as soon as one has its answer. One that is in
 * a transaction can still ask outside of it. */
const MOST_AT_ONCE = 2;

type Turns = ReturnType<typeof limitConcurrency>;

const underWay = new AsyncLocalStorage<Turns>();

/** Does `work`, and all that it leads to, over so few connections at once
 * that others get theirs meanwhile. */
export function withFewConnections<Result>(work: () => Result): Result {
  return underWay.run(limitConcurrency(MOST_AT_ONCE), work);
}

type Lent = { release(problem?: Error | boolean): void };

/** Borrows a connection when it is the turn of whoever asks, until that connection is released. */
export async function borrowInTurn<Client extends Lent>(borrow: () => Promise<Client>): Promise<Client> {
  const inTurn = underWay.getStore();
  if (!inTurn) return borrow();
  const lent = Promise.withResolvers<Client>();
  const given = Promise.withResolvers<void>();
  const lend = async () => {
    const client = await borrow();
    const release = client.release.bind(client);
    client.release = (problem) => {
      given.resolve();
      release(problem);
    };
    lent.resolve(client);
    await given.promise;
  };
  inTurn(lend).catch(lent.reject);
  return lent.promise;
}
