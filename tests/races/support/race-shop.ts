import { afterEach, expect } from 'vitest';
import type { Order } from '#features/orders/contract.ts';
import { signWebhook } from '#platform/payments/sandbox/sandbox-webhooks.ts';
import { times } from '#tests/support/at-once.ts';
import { placeOrder, readStock } from '#tests/support/buying.ts';
import { forgetJobs } from '#tests/support/outbox.ts';
import { setUpShop } from '#tests/support/set-up-shop.ts';
import type { TestShop, TestUser } from '#tests/support/test-shop.ts';

/** A buyer with an unpaid order of one unit. */
export type Rival = { buyer: TestUser; order: Order };

/** A shop for races, with a connection for each of many rivals; it tracks the units of its tools. */
export type RaceShop = TestShop & {
  /** Makes a tool whose units are tracked, and returns its id. */
  makeCountedTool(units: number): Promise<string>;
  makeRivals(count: number, toolId: string): Promise<Rival[]>;
  /** Delivers the provider's webhook that an intent was charged. */
  deliver(intentId: string, eventId: string): Promise<Response>;
};

/** Sets up the shop of a race file, and checks its units after each race. */
export function setUpRaceShop(): RaceShop {
  const t = setUpShop({ DATABASE_POOL_SIZE: '30' });
  const unitsOf = new Map<string, number>();

  /** Asserts what holds after every race: no unit is created or lost, and none is promised twice. */
  async function checkUnits() {
    for (const [id, units] of unitsOf) {
      const { onHand, held, sold } = await readStock(t, id);
      expect(onHand + sold).toBe(units);
      expect(held).toBeLessThanOrEqual(onHand);
      expect((await unitsHeldBy(t, 'payment_orders', id)) + (await unitsHeldBy(t, 'quote_orders', id))).toBe(
        held,
      );
      expect(await unitsInLedger(t, id)).toBe(onHand - held);
    }
  }

  afterEach(async () => {
    await checkUnits();
    // The next test must have only its own emails to send.
    await forgetJobs(t.shop.db);
  });

  return Object.assign(t, {
    async makeCountedTool(units: number) {
      const { id } = await t.makeTool({ onHand: units });
      unitsOf.set(id, units);
      return id;
    },
    makeRivals: (count: number, toolId: string) =>
      times(count, async () => {
        const buyer = await t.makeUser();
        return { buyer, order: await placeOrder(t, buyer, toolId) };
      }),
    deliver: (intentId: string, eventId: string) => deliver(t, intentId, eventId),
  });
}

function deliver(t: TestShop, intentId: string, eventId: string): Promise<Response> {
  const body = JSON.stringify({ id: eventId, type: 'payment_intent.succeeded', intentId });
  const signature = signWebhook(t.shop.secrets.key('sandbox-webhook'), body, t.clock.now());
  return fetch(`${t.url}/webhooks/payment`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
    body,
  });
}

async function unitsInLedger(t: TestShop, toolId: string): Promise<number> {
  const { units } = await t.shop.db
    .selectFrom('stock_movements')
    .select(({ fn }) => fn.sum<string | null>('quantity').as('units'))
    .where('tool_id', '=', toolId)
    .executeTakeFirstOrThrow();
  return Number(units);
}

async function unitsHeldBy(
  t: TestShop,
  lines: 'payment_orders' | 'quote_orders',
  toolId: string,
): Promise<number> {
  const [row] = await t.asOwner(
    `select coalesce(sum(held_quantity), 0) as units from ${lines} join orders on orders.id = order_id where tool_id = '${toolId}'`,
  );
  return Number(row?.units);
}
