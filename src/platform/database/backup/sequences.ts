import type pg from 'pg';

/** A sequence and the last number that it has given out. */
export type SequencePlace = { name: string; last: string };

/** The sequences of the shop's tables that have given out numbers. */
export async function readSequences(client: pg.ClientBase): Promise<SequencePlace[]> {
  const { rows } = await client.query<SequencePlace>(`
    select format('%I.%I', schemaname, sequencename) as name, last_value::text as last from pg_sequences
    where schemaname !~ '^pg_' and last_value is not null order by 1`);
  return rows;
}

/** Has the sequences go on where they stood. */
export async function setSequences(client: pg.ClientBase, places: SequencePlace[]): Promise<void> {
  for (const { name, last } of places) {
    await client.query('select setval($1::regclass, $2::bigint)', [name, last]);
  }
}
