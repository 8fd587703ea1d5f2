import { sql } from 'kysely';
import type { Database } from '#platform/database/database.ts';

/** Makes the database itself record every change of a payment's state from now on. */
export async function notePaymentMoves(db: Database): Promise<void> {
  await sql`create table payment_moves (payment_id uuid, from_state text, to_state text)`.execute(db);
  await sql
    .raw(`
    create function note_payment_move() returns trigger language plpgsql security definer as $$
    begin
      insert into public.payment_moves values (new.id, old.state, new.state);
      return new;
    end $$;
    create trigger note_payment_move after update of state on payments
      for each row execute function note_payment_move();`)
    .execute(db);
}

/** Returns every recorded change of state, as `live → succeeded`, by payment id. */
export async function readPaymentMoves(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ payment_id: string; from_state: string; to_state: string }>`
    select payment_id, from_state, to_state from payment_moves`.execute(db);
  const moves = new Map<string, string[]>();
  for (const { payment_id, from_state, to_state } of rows) {
    moves.set(payment_id, [...(moves.get(payment_id) ?? []), `${from_state} → ${to_state}`]);
  }
  return moves;
}
