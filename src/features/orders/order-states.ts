import { AppError } from '#contracts/app-error.ts';
import { type Order, type OrderState, type ShownOrderState, shownOrderStates } from './contract.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** What can be done to an order, in 'This order is paid and can’t be deleted'. */
const moveWords = {
  changed: 'changed',
  paid: 'paid',
  shipped: 'shipped',
  unshipped: 'unshipped',
  cancelled: 'canceled',
  deleted: 'deleted',
};

export type OrderMove = keyof typeof moveWords;

/** Who reads about an order. */
export type OrderReader = 'buyer' | 'staff';

type Words = Record<OrderReader, string>;

type State = {
  /** Every move that is allowed, with the state that it leads to (specification §4, decisions 15 and 16). */
  moves: Partial<Record<OrderMove, OrderState>>;
  /** In 'This order is paid and can’t be deleted'. */
  inSentence: string;
};

type ShownState = State & {
  /** On the buyer's badge, and on the button of staff. */
  words: Words;
  /** In the filter of the list. */
  filter: Words;
  tone: 'neutral' | 'good' | 'warn';
  icon?: 'check';
  /** What the button does that takes it on from here, where staff have one. */
  press?: (tool: string, buyer: string) => string;
  /** What the timeline says of the order's coming here, and the field with the time of that. */
  step: { words: string; at: keyof Order & `${string}At`; isGood: boolean };
  /** What the timeline says comes next, where something does. */
  next?: Words;
  /** To the buyer whose payment has just gone through, or long ago. */
  onPaymentPage: string;
  /** Whether it counts as a sale: its buyer may review the tool, and it has a packing slip. */
  isSale: boolean;
};

const both = (words: string): Words => ({ buyer: words, staff: words });

const willShip = 'Your order is paid. We’ll email you when it ships.';

/** All that is known of an order by where it stands. */
export const orderStateTable: Record<ShownOrderState, ShownState> & Record<'deleted', State> = {
  unpaid: {
    moves: { changed: 'unpaid', paid: 'paid', deleted: 'deleted' },
    inSentence: 'unpaid',
    words: both('Unpaid'),
    filter: both('Unpaid'),
    tone: 'neutral',
    step: { words: 'Placed', at: 'placedAt', isGood: true },
    next: { buyer: 'Awaiting your payment', staff: 'Awaiting payment' },
    // It may have been read before its payment was.
    onPaymentPage: willShip,
    isSale: false,
  },
  paid: {
    moves: { shipped: 'shipped', cancelled: 'cancelled' },
    inSentence: 'paid',
    words: both('Pending'),
    filter: both('Pending: paid, not yet shipped'),
    tone: 'warn',
    press: (tool, buyer) => `Pending: mark ${buyer}’s order for ${tool} as shipped`,
    step: { words: 'Paid', at: 'paidAt', isGood: true },
    next: { buyer: 'Preparing to ship', staff: 'Ready to ship' },
    onPaymentPage: willShip,
    isSale: true,
  },
  shipped: {
    moves: { unshipped: 'paid' },
    inSentence: 'shipped',
    words: { buyer: 'Confirmed', staff: 'Shipped' },
    filter: { buyer: 'Confirmed: shipped', staff: 'Shipped' },
    tone: 'good',
    icon: 'check',
    step: { words: 'Shipped', at: 'shippedAt', isGood: true },
    onPaymentPage: 'Your order is paid and has shipped.',
    isSale: true,
  },
  cancelled: {
    moves: {},
    inSentence: 'canceled',
    words: both('Canceled'),
    filter: both('Canceled'),
    tone: 'neutral',
    step: { words: 'Canceled', at: 'cancelledAt', isGood: false },
    onPaymentPage: 'This order is canceled and won’t ship.',
    isSale: false,
  },
  deleted: { moves: {}, inSentence: 'deleted' },
};

/** The states that count as sales. */
export const saleStates = shownOrderStates.filter((state) => orderStateTable[state].isSale);

/** Whether an order in this state may make a move. */
export const canMoveOrder = (state: OrderState, move: OrderMove): boolean =>
  move in orderStateTable[state].moves;

/** Checks that an order in this state may make a move. @throws AppError conflict when it may not. */
export function checkOrderMove(state: OrderState, move: OrderMove): void {
  if (canMoveOrder(state, move)) return;
  const { inSentence } = orderStateTable[state];
  throw new AppError('conflict', orderErrorTexts.illegalMove(inSentence, moveWords[move]));
}
