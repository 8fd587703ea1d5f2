import { AppError } from '#contracts/app-error.ts';
import { returnErrorTexts } from './texts.ts';

/** The states of a return, in the order in which it reaches them. */
export const returnStates = ['requested', 'approved', 'received', 'refused', 'closed'] as const;
export type ReturnState = (typeof returnStates)[number];

/** What can be done to a return, by the state that it leads to. */
export const returnMoves = ['approved', 'refused', 'received', 'closed'] as const;
export type ReturnMove = (typeof returnMoves)[number];

/** Who a return is shown to, and who moves it. */
export type ReturnReader = 'buyer' | 'staff';

type State = {
  /** The moves that it allows, and who may make them. */
  moves: Partial<Record<ReturnMove, readonly ReturnReader[]>>;
  /** As in 'This return is refused'. */
  inSentence: string;
  /** For badges, by reader. */
  words: Record<ReturnReader, string>;
  /** For the list's filter. */
  filter: Record<ReturnReader, string>;
  tone: 'neutral' | 'good' | 'warn';
  /** The timeline's words for reaching it, and the field with its time. */
  step: { words: string; at: 'requestedAt' | 'answeredAt' | 'receivedAt' | 'closedAt'; isGood: boolean };
};

const both = (words: string) => ({ buyer: words, staff: words });
const staffOnly = ['staff'] as const;
const anyone = ['buyer', 'staff'] as const;

/** Everything that depends on a return's state. `approved` allows itself: staff correct the address, the
 * label, or who pays for it. */
export const returnStateTable: Record<ReturnState, State> = {
  requested: {
    moves: { approved: staffOnly, refused: staffOnly, closed: anyone },
    inSentence: 'waiting for an answer',
    words: { buyer: 'Requested', staff: 'Needs an answer' },
    filter: both('Requested'),
    tone: 'warn',
    step: { words: 'Requested', at: 'requestedAt', isGood: true },
  },
  approved: {
    moves: { approved: staffOnly, received: staffOnly, closed: anyone },
    inSentence: 'approved',
    words: { buyer: 'Approved', staff: 'Awaiting items' },
    filter: { buyer: 'Approved', staff: 'Awaiting items' },
    tone: 'neutral',
    step: { words: 'Approved', at: 'answeredAt', isGood: true },
  },
  received: {
    moves: {},
    inSentence: 'received',
    words: both('Received'),
    filter: both('Received'),
    tone: 'good',
    step: { words: 'Received', at: 'receivedAt', isGood: true },
  },
  refused: {
    moves: {},
    inSentence: 'declined',
    words: both('Declined'),
    filter: both('Declined'),
    tone: 'neutral',
    step: { words: 'Declined', at: 'answeredAt', isGood: false },
  },
  closed: {
    moves: {},
    inSentence: 'closed',
    words: both('Closed'),
    filter: both('Closed'),
    tone: 'neutral',
    step: { words: 'Closed', at: 'closedAt', isGood: false },
  },
};

/** The states of returns whose units may still arrive. */
export const openReturnStates = returnStates.filter((state) => 'closed' in returnStateTable[state].moves);

/** Whether somebody may move a return that is in this state. */
export const canMoveReturn = (state: ReturnState, move: ReturnMove, by: ReturnReader): boolean =>
  returnStateTable[state].moves[move]?.includes(by) ?? false;

/** Checks that a return allows a move. @throws AppError conflict if not; not_allowed if only staff may make
 * it */
export function checkReturnMove(state: ReturnState, move: ReturnMove, by: ReturnReader): void {
  const allowed = returnStateTable[state].moves[move];
  if (!allowed)
    throw new AppError('conflict', returnErrorTexts.illegalMove(returnStateTable[state].inSentence), {
      field: 'state',
    });
  if (!allowed.includes(by))
    throw new AppError('not_allowed', returnErrorTexts.staffOnly, { field: 'state' });
}
