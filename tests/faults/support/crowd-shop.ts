import { times } from '#tests/support/at-once.ts';
import { deliveryMethod, regionOf, setDelivery, setTax } from '#tests/support/charges.ts';
import type { TestShop, TestUser } from '#tests/support/test-shop.ts';

/** Units of the crowd's tool at the start. */
export const CROWD_UNITS = 1_000_000;

/** The buyers, the staff who serve them, and the tool that they buy. */
export type CrowdPeople = { buyers: TestUser[]; staff: TestUser; toolId: string };

const DELIVERY_CENTS = 500;
const TAX_PERCENT = 19;

// A fixed id, so that the region can be saved again.
const region = regionOf('US', { _id: '6f1c7f0e-64ad-4d6a-8a3f-0c5d1f7f7b01' });
const method = deliveryMethod({ _id: '6f1c7f0e-64ad-4d6a-8a3f-0c5d1f7f7b02', price: DELIVERY_CENTS / 100 });

/** Sets up delivery charges and tax in a shop, and creates a crowd's people and tool. */
export async function readyForCrowd(
  t: Pick<TestShop, 'call' | 'makeUser' | 'makeTool'>,
  buyerCount: number,
): Promise<CrowdPeople> {
  const admin = await t.makeUser({ role: 'admin' });
  await setDelivery(t, admin, { shopCountry: 'US', regions: [region], methods: [method] });
  const rates = [{ region: region._id, category: null, rate: TAX_PERCENT, exemptsBusinesses: false }];
  await setTax(t, admin, { rates, pricesIncludeTax: false });
  return {
    buyers: await times(buyerCount, () => t.makeUser()),
    staff: await t.makeUser({ role: 'staff' }),
    toolId: (await t.makeTool({ onHand: CROWD_UNITS })).id,
  };
}

/** Returns the total in such a shop for orders paid together, from the prices of their goods: tax applies to
 * all goods and their delivery. */
export function chargedCents(goodsCents: number[]): number {
  const cents = [...goodsCents, DELIVERY_CENTS].reduce((sum, each) => sum + each, 0);
  return cents + taxOn(cents);
}

/** Rounds half up. */
const taxOn = (cents: number) => Math.floor((cents * TAX_PERCENT + 50) / 100);
