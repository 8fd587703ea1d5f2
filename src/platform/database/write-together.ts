import { type AliasableExpression, ExpressionWrapper, type OperationNode, sql } from 'kysely';
import type { Database } from './database.ts';
import { executePrepared } from './prepared.ts';

/** A change that has been put together and not yet made: an insertion, an update, or SQL. */
export type Write = { toOperationNode(): OperationNode };

/**
 * Makes several changes in one statement: all of them or none, in one round trip and one commit. None sees what another
 * writes; keys and checks hold all the same.
 */
export async function writeTogether(db: Database, writes: Write[]): Promise<void> {
  const steps = writes.map((write, index) => sql`${sql.id(`write_${index}`)} as (${toExpression(write)})`);
  const statement = sql`with ${sql.join(steps)} select`;
  await executePrepared(db, { compile: () => statement.compile(db) });
}

const toExpression = (write: Write): AliasableExpression<unknown> =>
  new ExpressionWrapper(write.toOperationNode());
