import type { DelayResults } from '#features/delays/contract.ts';
import { findPdf } from '#features/invoices/invoice-files.ts';
import type { Order } from '#features/orders/contract.ts';
import { releaseHold } from '#features/payments/release-hold.ts';
import { queueWithdrawal } from '#features/withdrawals/declare-withdrawal.ts';
import {
  beginPayment,
  expectStatus,
  placeOrder,
  readPayments,
  readStock,
  reportPaid,
} from '#tests/support/buying.ts';
import { invoiceOrders } from '#tests/support/open-invoices.ts';
import { makeOffered } from '#tests/support/quotes.ts';
import { cancelOrder } from '#tests/support/refunding.ts';
import type { TestUser } from '#tests/support/test-shop.ts';
import type { Begin, Part, Piece } from './piece.ts';
import { mailsTo, type World } from './world.ts';

/** A buyer whose payment of an order for one of five units has begun. */
async function beginBuying({ t }: World, onHand = 5) {
  const buyer = await t.makeUser();
  const tool = await t.makeTool({ onHand });
  const order = await placeOrder(t, buyer, tool.id);
  const intent = await beginPayment(t, buyer, order);
  const [payment] = await readPayments(t, order._id);
  return { buyer, tool, order, intent, paymentId: payment?.id ?? '' };
}

const countAudits = async ({ t }: World, action: string, orderId: string): Promise<number> =>
  (
    await t.shop.db
      .selectFrom('audit_events')
      .select('id')
      .where('action', '=', action)
      .where('order_id', '=', orderId)
      .execute()
  ).length;

/** A buyer's paid order of a tool. */
async function buy({ t, cards }: World, buyer: TestUser, toolId: string): Promise<Order> {
  const order = await placeOrder(t, buyer, toolId);
  const intent = await beginPayment(t, buyer, order);
  await cards.charge(intent);
  return expectStatus(await reportPaid(t, buyer, order._id, intent.paymentIntentId), 200);
}

async function released(
  world: World,
  job: string,
  bought: Awaited<ReturnType<typeof beginBuying>>,
): Promise<Piece> {
  const { tool, order, intent } = bought;
  return {
    job,
    needs: ['card provider'],
    facts: async () => ({
      ...(await world.cards.readBooks(intent.paymentIntentId)),
      ...(await readStock(world.t, tool.id)),
      released: await countAudits(world, 'payment_released', order._id),
    }),
    expected: { intent: 'canceled', refunds: [], onHand: 5, held: 0, sold: 0, released: 1 },
  };
}

const releaseHoldBegin: Begin = async (world) => {
  const bought = await beginBuying(world);
  await world.keep('release-hold', { paymentId: bought.paymentId });
  return [await released(world, 'release-hold', bought)];
};

const releaseHoldsOfTool: Begin = async (world) => {
  const bought = await beginBuying(world);
  const { token } = world.admin;
  expectStatus(await world.t.call('DELETE', `/tool/${bought.tool.id}`, { token }), 200);
  return [await released(world, 'release-holds-of-tool', bought)];
};

/** A quote offered to a buyer, with a unit held. */
async function offerQuote({ t, admin: staff }: World) {
  const buyer = await t.makeUser();
  const tool = await t.makeTool({ onHand: 5 });
  const order = await placeOrder(t, buyer, tool.id);
  const quote = await makeOffered(t, { buyer, staff }, [order]);
  return { buyer, tool, order, quoteId: quote._id };
}

type Offered = Awaited<ReturnType<typeof offerQuote>>;

const quoteEnded = (world: World, job: string, { tool, order, quoteId }: Offered, state: string): Piece => ({
  job,
  facts: async () => ({
    ...(await world.t.shop.db
      .selectFrom('quotes')
      .select('state')
      .where('id', '=', quoteId)
      .executeTakeFirstOrThrow()),
    ...(await readStock(world.t, tool.id)),
    ended: await countAudits(world, `quote_${state}`, order._id),
  }),
  expected: { state, onHand: 5, held: 0, sold: 0, ended: 1 },
});

/** An email of this subject that an address gets once. `needs`: those of the job before it. */
export const mailed = (world: World, address: string, subject: RegExp, needs: Part[] = []): Piece => ({
  job: 'send-mail',
  needs: ['mail server', ...needs],
  facts: async () => ({ subject: subject.source, mails: mailsTo(world, address, subject).length }),
  expected: { subject: subject.source, mails: 1 },
});

const expireQuote: Begin = async (world) => {
  const offered = await offerQuote(world);
  await world.t.asOwner(
    `update quotes set expires_at = now() - interval '1 second' where id = '${offered.quoteId}'`,
  );
  await world.keep('expire-quote', { quoteId: offered.quoteId });
  return [
    quoteEnded(world, 'expire-quote', offered, 'expired'),
    mailed(world, offered.buyer.email, /^Your quote .* has expired$/),
  ];
};

async function block({ t, admin: { token } }: World, email: string): Promise<void> {
  expectStatus(
    await t.call('PUT', `/user/blocked/${email}`, { token, body: { reason: 'Chargebacks' } }),
    200,
  );
}

const withdrawQuotesOfBuyer: Begin = async (world) => {
  const offered = await offerQuote(world);
  await block(world, offered.buyer.email);
  return [quoteEnded(world, 'withdraw-quotes-of-buyer', offered, 'withdrawn')];
};

const withdrawQuote: Begin = async (world) => {
  const offered = await offerQuote(world);
  await block(world, offered.buyer.email);
  await world.doNow('withdraw-quotes-of-buyer', { userId: offered.buyer.userId });
  return [quoteEnded(world, 'withdraw-quote', offered, 'withdrawn')];
};

const withdrawInvoice: Begin = async (world) => {
  const { t, admin } = world;
  const buyer = await t.makeUser();
  const tool = await t.makeTool({ onHand: 5 });
  const order = await placeOrder(t, buyer, tool.id);
  expectStatus(await invoiceOrders(t, admin, buyer, [order]), 201);
  const [payment] = await readPayments(t, order._id);
  const paymentId = payment?.id ?? '';
  await t.shop.jobs.enqueue(t.shop.db, 'withdraw-invoice', { paymentId });
  const papers = async () =>
    (
      await t.shop.db
        .selectFrom('invoices')
        .select(['kind', 'total_cents'])
        .where('payment_id', '=', paymentId)
        .orderBy('issued_at')
        .execute()
    ).map(({ kind, total_cents }) => `${kind} ${total_cents}`);
  return [
    {
      job: 'withdraw-invoice',
      facts: async () => ({ papers: await papers(), ...(await readStock(t, tool.id)) }),
      expected: { papers: ['invoice 1250', 'credit_note 1250'], onHand: 5, held: 0, sold: 0 },
    },
    mailed(world, buyer.email, /^Invoice .* is canceled$/),
  ];
};

const refundPayment: Begin = async (world) => {
  const { t } = world;
  const { buyer, tool, order, intent, paymentId } = await beginBuying(world, 1);
  await releaseHold(t.shop, paymentId);
  // The provider takes the money against its own word, and the unit has gone.
  const id = intent.paymentIntentId;
  await world.cards.chargeAnyway(id);
  const rival = await t.makeUser();
  await buy(world, rival, tool.id);
  expectStatus(await reportPaid(t, buyer, order._id, id), 409);
  return [
    {
      job: 'refund-payment',
      needs: ['card provider'],
      facts: async () => ({ ...(await world.cards.readBooks(id)), ...(await readStock(t, tool.id)) }),
      expected: { intent: 'succeeded', refunds: [1250], onHand: 0, held: 0, sold: 1 },
    },
    mailed(world, buyer.email, /^Refund for order/, ['card provider']),
    mailed(world, rival.email, /^Receipt for order/),
  ];
};

const giveRefund: Begin = async (world) => {
  const { t } = world;
  const buyer = await t.makeUser();
  const tool = await t.makeTool({ onHand: 5 });
  const order = await buy(world, buyer, tool.id);
  expectStatus(await cancelOrder(t, buyer, order._id, { refund: 12.5 }), 200);
  const papers = t.shop.db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .select('total_cents')
    .where('payments.intent_id', '=', order.transactionId)
    .where('kind', '=', 'credit_note');
  return [
    {
      job: 'give-refund',
      needs: ['card provider'],
      facts: async () => ({
        ...(await world.cards.readBooks(order.transactionId ?? '')),
        ...(await readStock(t, tool.id)),
        creditNotes: (await papers.execute()).map((row) => row.total_cents),
      }),
      expected: { intent: 'succeeded', refunds: [1250], onHand: 5, held: 0, sold: 0, creditNotes: [1250] },
    },
    mailed(world, buyer.email, /^Order .* is canceled/),
  ];
};

/** A payment that the buyer's browser has not told the shop of. */
async function payUnreported(
  world: World,
  job: string,
): Promise<{ bought: Awaited<ReturnType<typeof beginBuying>>; pieces: Piece[] }> {
  const { t } = world;
  const bought = await beginBuying(world);
  const { buyer, tool, order, intent } = bought;
  await world.cards.charge(intent);
  const paid = t.shop.db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .select(['payments.state', 'kind', 'total_cents'])
    .where('payments.intent_id', '=', intent.paymentIntentId);
  const facts = async () => ({
    ...(await world.cards.readBooks(intent.paymentIntentId)),
    ...(await readStock(t, tool.id)),
    paid: await paid.execute(),
    recorded: await countAudits(world, 'order_paid', order._id),
  });
  const expected = {
    ...{ intent: 'succeeded', refunds: [], onHand: 4, held: 0, sold: 1, recorded: 1 },
    paid: [{ state: 'succeeded', kind: 'invoice', total_cents: 1250 }],
  };
  return {
    bought,
    pieces: [
      { job, needs: ['card provider'], facts, expected },
      mailed(world, buyer.email, /^Receipt for order/, ['card provider']),
    ],
  };
}

const reconcilePayments: Begin = async (world) => {
  const { bought, pieces } = await payUnreported(world, 'reconcile-payments');
  await world.lose('deliver-sandbox-webhook', { intentId: bought.intent.paymentIntentId });
  await world.t.shop.jobs.enqueue(world.t.shop.db, 'reconcile-payments', {});
  return pieces;
};

/** Stripe tells the shop itself. */
const deliverSandboxWebhook: Begin = async (world) =>
  world.cards.kind === 'sandbox' ? (await payUnreported(world, 'deliver-sandbox-webhook')).pieces : [];

/** A charge that a version without the ledger took. */
const recordEarlierMovements: Begin = async (world) => {
  const { t } = world;
  const order = await buy(world, await t.makeUser(), (await t.makeTool({ onHand: 5 })).id);
  const { transactionId } = order;
  // It would lock the payment, which this job then leaves to its next round.
  await world.lose('deliver-sandbox-webhook', { intentId: transactionId ?? '' });
  await t.asOwner(`delete from money_movements where provider_id = '${transactionId}'`);
  await t.shop.jobs.enqueue(t.shop.db, 'record-earlier-movements', {});
  const movements = t.shop.db
    .selectFrom('money_movements')
    .select(['kind', 'state', 'amount_cents'])
    .where('provider_id', '=', transactionId);
  return [
    {
      job: 'record-earlier-movements',
      facts: async () => ({ movements: await movements.execute() }),
      expected: { movements: [{ kind: 'charge', state: 'succeeded', amount_cents: 1250 }] },
    },
  ];
};

/** A paid order whose destination an earlier version did not write. */
const readDestinations: Begin = async (world) => {
  const { t } = world;
  const order = await buy(world, await t.makeUser(), (await t.makeTool({ onHand: 5 })).id);
  await t.asOwner(`update orders set destination_country = null where id = '${order._id}'`);
  await t.shop.jobs.enqueue(t.shop.db, 'read-destinations', {});
  const orders = t.shop.db.selectFrom('orders').select('destination_country').where('id', '=', order._id);
  return [
    {
      job: 'read-destinations',
      facts: () => orders.executeTakeFirstOrThrow(),
      expected: { destination_country: 'US' },
    },
  ];
};

/** The PDF of a new invoice, which is kept once and stays the same from then on. */
async function invoiceToKeep(world: World, job: string): Promise<{ invoiceId: string; piece: Piece }> {
  const { t } = world;
  const order = await buy(world, await t.makeUser(), (await t.makeTool({ onHand: 5 })).id);
  const { id: invoiceId } = await t.shop.db
    .selectFrom('invoices')
    .innerJoin('payments', 'payments.id', 'invoices.payment_id')
    .select('invoices.id')
    .where('payments.intent_id', '=', order.transactionId)
    .executeTakeFirstOrThrow();
  let first: string | undefined;
  const facts = async () => {
    const pdf = await findPdf(t.shop.db, invoiceId);
    const bytes = pdf && Buffer.from(pdf).toString('latin1');
    first ??= bytes;
    return { isPdf: bytes?.startsWith('%PDF'), isAsFirst: bytes === first };
  };
  return { invoiceId, piece: { job, facts, expected: { isPdf: true, isAsFirst: true } } };
}

const keepInvoice: Begin = async (world) => [(await invoiceToKeep(world, 'keep-invoice')).piece];

const keepInvoices: Begin = async (world) => {
  const { invoiceId, piece } = await invoiceToKeep(world, 'keep-invoices');
  await world.lose('keep-invoice', { invoiceId });
  await world.t.shop.jobs.enqueue(world.t.shop.db, 'keep-invoices', {});
  return [piece];
};

/** A paid order whose buyer did not answer a notice of its delay in time. */
const endSilentDelays: Begin = async (world) => {
  const { t, admin } = world;
  const buyer = await t.makeUser();
  const tool = await t.makeTool({ onHand: 5 });
  const order = await buy(world, buyer, tool.id);
  const [sent] = expectStatus(
    await t.call<DelayResults>('POST', '/delay-notices', {
      token: admin.token,
      body: { orderIds: [order._id], newDate: null, reason: 'The maker is late' },
    }),
    200,
  );
  const id = sent?.insertedId ?? '';
  await t.asOwner(
    `update delay_notices set was_due_on = '2020-01-01', answer_by = '2020-01-02' where id = '${id}'`,
  );
  await t.shop.jobs.enqueue(t.shop.db, 'end-silent-delays', {});
  const notice = t.shop.db.selectFrom('delay_notices').select(['state', 'by_silence']).where('id', '=', id);
  return [
    {
      job: 'end-silent-delays',
      facts: async () => ({
        ...(await notice.executeTakeFirstOrThrow()),
        ...(await readStock(t, tool.id)),
        declined: await countAudits(world, 'delay_declined', order._id),
      }),
      expected: { state: 'cancelled', by_silence: true, onHand: 5, held: 0, sold: 0, declined: 1 },
    },
    {
      job: 'give-refund',
      needs: ['card provider'],
      facts: () => world.cards.readBooks(order.transactionId ?? ''),
      expected: { intent: 'succeeded', refunds: [1250] },
    },
    mailed(world, buyer.email, /^Order .* is canceled/),
  ];
};

/** A buyer's declaration, as the shop of a member state queues it, that they withdraw from a shipped order. */
const declareWithdrawal: Begin = async (world) => {
  const { t, admin } = world;
  const buyer = await t.makeUser();
  const tool = await t.makeTool({ onHand: 5 });
  const order = await buy(world, buyer, tool.id);
  expectStatus(await t.call('PUT', `/manageorders/${order._id}`, { token: admin.token }), 200);
  await queueWithdrawal(t.shop, {
    ...{ name: 'Ada Joiner', orderNumber: order.number, email: buyer.email, lines: [] },
  });
  const returns = t.shop.db
    .selectFrom('return_lines')
    .innerJoin('returns', 'returns.id', 'return_lines.return_id')
    .select(['kind', 'returns.state', 'quantity'])
    .where('order_id', '=', order._id);
  return [
    {
      job: 'declare-withdrawal',
      facts: async () => ({ returns: await returns.execute() }),
      expected: { returns: [{ kind: 'withdrawal', state: 'approved', quantity: 1 }] },
    },
    mailed(world, buyer.email, /^We received your withdrawal/),
  ];
};

/** The jobs of money. */
export const moneyJobs: Record<string, Begin> = {
  'release-hold': releaseHoldBegin,
  'release-holds-of-tool': releaseHoldsOfTool,
  'expire-quote': expireQuote,
  'withdraw-quote': withdrawQuote,
  'withdraw-quotes-of-buyer': withdrawQuotesOfBuyer,
  'withdraw-invoice': withdrawInvoice,
  'refund-payment': refundPayment,
  'give-refund': giveRefund,
  'reconcile-payments': reconcilePayments,
  'deliver-sandbox-webhook': deliverSandboxWebhook,
  'record-earlier-movements': recordEarlierMovements,
  'read-destinations': readDestinations,
  'end-silent-delays': endSilentDelays,
  'declare-withdrawal': declareWithdrawal,
  'keep-invoice': keepInvoice,
  'keep-invoices': keepInvoices,
};
