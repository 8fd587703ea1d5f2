import { AppError } from '#contracts/app-error.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** Which state each move leads to, per state. A move that is not listed is not allowed. */
export type StateTable<State extends string, Move extends string> = Record<
  State,
  Partial<Record<Move, State>>
>;

/** Something was asked of an order or a payment that its state does not allow. */
export class IllegalMove extends AppError {
  constructor(thing: string, state: string, move: string) {
    super('conflict', orderErrorTexts.illegalMove(thing, state, move));
  }
}

/**
 * Where `move` leads from `state`. States and moves are words that fit 'This order is paid and cannot be deleted'.
 * @throws IllegalMove when the table has no such move.
 */
export function follow<State extends string, Move extends string>(
  table: StateTable<State, Move>,
  thing: string,
  state: State,
  move: Move,
): State {
  const next = table[state][move];
  if (next === undefined) throw new IllegalMove(thing, state, move);
  return next;
}
