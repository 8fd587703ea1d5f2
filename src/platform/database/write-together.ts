import { type AliasableExpression, ExpressionWrapper, type OperationNode, sql } from 'kysely';
import type { Database } from './database.ts';
import { executePrepared } from './prepared.ts';

/** A change that has been put together and not yet made: an insertion, an update, or SQL. */
export type Write = { toOperationNode(): OperationNode };

/**
 * Makes several changes in one statement: all of them or none, in one round trip and one commit. None sees what another
 * writes; keys and checks hold all the same. Answers the columns that the first one is said to return.
 */
export async function writeTogether<Row>(
  db: Database,
  writes: Write[],
  returned?: (keyof Row & string)[],
): Promise<Row[]> {
  const steps = writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${toExpression(write)})`);
  const answer = returned ? sql`${sql.join(returned.map((column) => sql.id(column)))} from write_0` : sql``;
  const statement = sql<Row>`with ${sql.join(steps)} select ${answer}`;
  return (await executePrepared(db, { compile: () => statement.compile(db) })).rows;
}

const toExpression = (write: Write): AliasableExpression<unknown> =>
  new ExpressionWrapper(write.toOperationNode());
