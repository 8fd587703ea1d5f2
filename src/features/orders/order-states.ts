import { AppError } from '#contracts/app-error.ts';
import { type Order, type OrderState, type ShownOrderState, shownOrderStates } from './contract.ts';
import { orderErrorTexts } from './texts/errors.ts';

/** Words for a move, as in 'This order is paid and can’t be deleted'. */
const moveWords = {
  changed: 'changed',
  paid: 'paid',
  shipped: 'shipped',
  unshipped: 'unshipped',
  cancelled: 'canceled',
  deleted: 'deleted',
};

export type OrderMove = keyof typeof moveWords;

/** Who an order is shown to. */
export type OrderReader = 'buyer' | 'staff';

type Words = Record<OrderReader, string>;

type State = {
  /** Allowed moves with the states that they lead to (specification §4). */
  moves: Partial<Record<OrderMove, OrderState>>;
  /** As in 'This order is paid and can’t be deleted'. */
  inSentence: string;
  /** What it counts as among the orders of a purchase, which its badge is made of. */
  countsAs: 'toShip' | 'shipped' | 'canceled' | 'unpaid';
};

type ShownState = State & {
  /** For the buyer's badge, and for staff's button. */
  words: Words;
  /** For the list's filter. */
  filter: Words;
  tone: 'neutral' | 'good' | 'warn';
  icon?: 'check';
  /** Label of the staff button that moves the order on from here, if there is one. */
  press?: (tool: string, buyer: string) => string;
  /** The timeline's words for reaching this state, and the field with its time. */
  step: { words: string; at: keyof Order & `${string}At`; isGood: boolean };
  /** The timeline's words for the next step, if there is one. */
  next?: Words;
  /** For the buyer's payment page, right after the payment or later. */
  onPaymentPage: string;
  /** Whether it counts as a sale: the buyer may review the tool, and the order has a packing slip. */
  isSale: boolean;
};

const both = (words: string): Words => ({ buyer: words, staff: words });

const willShip = 'Your order is paid. We’ll email you when it ships.';

/** Everything that depends on an order's state. */
export const orderStateTable: Record<ShownOrderState, ShownState> & Record<'deleted', State> = {
  unpaid: {
    moves: { changed: 'unpaid', paid: 'paid', deleted: 'deleted' },
    inSentence: 'unpaid',
    countsAs: 'unpaid',
    words: both('Unpaid'),
    filter: both('Unpaid'),
    tone: 'neutral',
    step: { words: 'Placed', at: 'placedAt', isGood: true },
    next: { buyer: 'Awaiting your payment', staff: 'Awaiting payment' },
    // The order may have been read before its payment was recorded.
    onPaymentPage: willShip,
    isSale: false,
  },
  paid: {
    moves: { shipped: 'shipped', cancelled: 'cancelled' },
    inSentence: 'paid',
    countsAs: 'toShip',
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
    countsAs: 'shipped',
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
    countsAs: 'canceled',
    words: both('Canceled'),
    filter: both('Canceled'),
    tone: 'neutral',
    step: { words: 'Canceled', at: 'cancelledAt', isGood: false },
    onPaymentPage: 'This order is canceled and won’t ship.',
    isSale: false,
  },
  deleted: { moves: {}, inSentence: 'deleted', countsAs: 'unpaid' },
};

/** The states that count as sales. */
export const saleStates = shownOrderStates.filter((state) => orderStateTable[state].isSale);

/** Whether an order in this state allows a move. */
export const canMoveOrder = (state: OrderState, move: OrderMove): boolean =>
  move in orderStateTable[state].moves;

/** Whether an order in this state awaits its payment. */
export const awaitsPayment = (state: OrderState): boolean => canMoveOrder(state, 'paid');

/** Whether an order in this state has units to ship. */
export const needsShipping = (state: OrderState): boolean => canMoveOrder(state, 'shipped');

/** Whether an order in this state will never ship. */
export const isCancelled = (state: OrderState): boolean => state === 'cancelled';

/** Counts a purchase's orders by state: `partlyShipped` are those of `toShip` of which some units were
 * sent. */
export function countStates(orders: readonly { state: OrderState; sentQuantity: number }[]) {
  const counted = (as: State['countsAs']) =>
    orders.filter(({ state }) => orderStateTable[state].countsAs === as);
  const toShip = counted('toShip');
  return {
    toShip: toShip.length,
    partlyShipped: toShip.filter(({ sentQuantity }) => sentQuantity > 0).length,
    shipped: counted('shipped').length,
    canceled: counted('canceled').length,
  };
}

/** Checks that an order in this state allows a move. @throws AppError conflict if not */
export function checkOrderMove(state: OrderState, move: OrderMove): void {
  if (canMoveOrder(state, move)) return;
  const { inSentence } = orderStateTable[state];
  throw new AppError('conflict', orderErrorTexts.illegalMove(inSentence, moveWords[move]));
}
