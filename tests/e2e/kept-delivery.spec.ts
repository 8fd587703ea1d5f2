import { randomUUID } from 'node:crypto';
import { placeOrderByApi, type ShopOrder } from './support/orders.ts';
import { inOwnShop } from './support/own-shop.ts';
import { callAs, callAsAdmin, type Person } from './support/people.ts';
import { openRowMenu, rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened } from './support/test.ts';
import { makeToolByApi, type ShopTool } from './support/tools.ts';

/** A shop whose delivery costs 5.00, and is free from 50.00. */
const test = inOwnShop();

/** Pays for two units of each tool at once. */
async function buyTogether(buyer: Person, tools: ShopTool[]): Promise<ShopOrder[]> {
  const orders: ShopOrder[] = [];
  for (const tool of tools) orders.push(await placeOrderByApi(buyer, tool, 2));
  const orderIds = orders.map(({ _id }) => _id);
  const { paymentIntentId, clientSecret } = await callAs<{ paymentIntentId: string; clientSecret: string }>(
    buyer,
    'POST',
    '/create-payment-intent',
    { orderIds },
  );
  await callAs(buyer, 'POST', `/sandbox-cards/intents/${paymentIntentId}/confirm`, {
    clientSecret,
    card: { number: '4242 4242 4242 4242', expiry: '12 / 49', securityCode: '123' },
    billing: { name: buyer.name, email: buyer.email },
  });
  for (const order of orders)
    await callAs(buyer, 'PATCH', `/orders/${order._id}`, { order, transactionId: paymentIntentId });
  return orders;
}

// The refund amount that has changed meanwhile is refused.
test.use({ expectedErrors: /status of 409/ });

test('a buyer and staff see before cancelling what is retained for delivery, and it is correct', {
  tag: '@sweep',
}, async ({ page, admin: _, rival }) => {
  const method = { _id: randomUUID(), name: 'Parcel', kind: 'free_over', price: 5, freeFrom: 50 };
  const { version } = await callAsAdmin<{ version: number }>('GET', '/charge-rules');
  await callAsAdmin('PUT', '/charge-rules/delivery', {
    ...{ version, shopCountry: null, assumedGrams: 0, regions: [] },
    methods: [{ ...method, steps: [], maxGrams: null, regions: [] }],
  });
  const tools = [
    await makeToolByApi({ price: 20 }),
    await makeToolByApi({ price: 5 }),
    await makeToolByApi({ price: 5 }),
  ] as const;
  const [first, second] = [
    await buyTogether(rival.person, [...tools]),
    await buyTogether(rival.person, [...tools]),
  ];
  const [saw, nails] = [first[0] as ShopOrder, first[1] as ShopOrder];

  await opened(rival.page, '/dashboard/orders');
  const question = rival.page.getByRole('dialog', { name: 'Cancel this order?' });
  const cancel = ({ number, toolName }: ShopOrder) =>
    rowsWith(rival.page, number)
      .getByRole('button', { name: `Cancel order: ${toolName}` })
      .click();
  await cancel(saw);
  await expect(question).toContainText('we’ll refund $35.00 to your card');
  await expect(question).toContainText(
    'Without it, your order falls below $50.00, so shipping is no longer free: we’ll deduct $5.00 for it.',
  );
  await expectSoundScreen(rival.page);
  // The other orders are cancelled meanwhile, and what was retained is refunded with the last.
  await callAs(rival.person, 'POST', `/orders/${nails._id}/cancel`, {});
  await callAs(rival.person, 'POST', `/orders/${first[2]?._id}/cancel`, {});
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expectToast(rival.page, 'The refund is now $45.00. Please check it and try again.');
  await cancel(saw);
  await expect(question).toContainText('we’ll refund $45.00 to your card');
  await expect(question).not.toContainText('deduct');
  await question.getByRole('button', { name: 'Cancel order' }).click();
  await expectToast(rival.page, 'Order canceled. Your refund is on its way.');

  const wanted = second[0] as ShopOrder;
  await opened(page, `/dashboard/manageorders?q=${wanted.number}`);
  const row = rowsWith(page, wanted.number);
  await (await openRowMenu(row))
    .getByRole('button', { name: `Refund ${rival.person.name}’s order for ${wanted.toolName}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Refund order ${wanted.number}` });
  const keep = dialog.getByRole('checkbox', { name: 'Deduct $5.00 for shipping' });
  await dialog.getByRole('radio').first().check();
  await expect(keep).toBeChecked();
  await expect(dialog).toContainText('We’ll refund $35.00 to the buyer.');
  await expectSoundScreen(page);
  await dialog.getByRole('radio', { name: 'An amount' }).check();
  await expect(keep).toHaveCount(0);
  await dialog.getByRole('radio', { name: 'The whole order' }).check();
  await keep.uncheck();
  await expect(dialog).toContainText('We’ll refund $40.00 to the buyer.');
  await dialog.getByLabel('Reason').fill('No more made');
  await dialog.getByRole('button', { name: 'Cancel order and refund $40.00' }).click();
  await expectToast(page, 'Order canceled. The refund is on its way.');
  const refunds = await callAsAdmin('GET', `/orders/${wanted._id}/refunds`);
  expect(refunds).toMatchObject([{ amount: 40, keptDelivery: 0 }]);
});
