import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, callAsAdmin } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('a pasted list is checked, corrected, saved and added to the cart', async ({ page, buyer }) => {
  const word = `q${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}z`;
  const adze = await makeToolByApi({
    name: `Adze ${word}, 5 lb`,
    price: 10,
    min_order_quantity: 4,
    pack_step: 2,
    available_quantity: 90,
    price_breaks: [{ quantity: 6, price: 9 }],
  });
  const froe = await makeToolByApi({
    name: `Froe ${word}, 8 in`,
    price: 3,
    min_order_quantity: 1,
    available_quantity: 9,
  });
  await placeOrderByApi(buyer, froe);
  await opened(page, '/dashboard/quick-order');
  const list = page.getByRole('textbox', { name: 'Your list' });
  await list.fill(`5 x ${adze.name}\n${word}\n2 left-handed smoke shifters\nfroe ${word} 8`);
  await page.getByRole('button', { name: 'Check the list' }).click();

  const line = (number: number) => page.getByRole('listitem', { name: `Line ${number}`, exact: true });
  await expect(page.getByText('1 ready, 3 to check')).toBeVisible();
  await expect(line(1).getByRole('spinbutton')).toHaveValue('6');
  await expect(line(1).getByText('Raised from 5: sold in packs of 2')).toBeVisible();
  await expect(line(1).getByText('$54.00')).toBeVisible();
  await line(2).getByRole('combobox').selectOption(froe.name);
  await expect(line(2).getByText('$3.00')).toBeVisible();
  await expect(line(4).getByText('Is the number a size or a quantity?')).toBeVisible();
  await line(4).getByRole('spinbutton').fill('20');
  await expect(line(4).getByText('Only 9 left')).toBeVisible();
  await line(4).getByRole('spinbutton').fill('2');
  const words = line(3).getByRole('textbox', { name: 'Words of line 3' });
  await expectSoundScreen(page);
  await words.fill(`3 froe ${word}`);
  await words.press('Enter');
  await expect(page.getByText('4 ready', { exact: true })).toBeVisible();
  await line(3).getByRole('button', { name: 'Remove line 3' }).click();
  await line(1).getByRole('spinbutton').fill('2');
  await line(1).getByRole('spinbutton').press('Tab');
  await expect(line(1).getByRole('spinbutton')).toHaveValue('4');
  await expect(line(1).getByText('Raised from 2 to the minimum order')).toBeVisible();
  await expect(page.getByText('Total: $49.00')).toBeVisible();

  await opened(page, '/dashboard/cart');
  await callAsAdmin('PATCH', `/tool/${adze.id}`, { version: 1, price: 11 });
  await opened(page, '/dashboard/quick-order');
  await expect(page.getByText('3 ready', { exact: true })).toBeVisible();
  await expect(line(2).getByRole('combobox')).toHaveValue(froe.id);
  await expect(page.getByText('Total: $53.00')).toBeVisible();

  await page.getByRole('textbox', { name: 'List name' }).fill('Van');
  await page.getByRole('button', { name: 'Save as a list' }).click();
  await expectToast(page, 'List saved');
  await expect(page.getByRole('textbox', { name: 'Phone' })).toHaveValue('+1 555 010 0199');
  await page.getByRole('button', { name: 'Add 3 to cart' }).click();
  await expectToast(page, '3 lines added to your cart');
  await expect(page).toHaveURL('/dashboard/cart');
  await expect(page.getByText(adze.name)).toBeVisible();
  await opened(page, '/dashboard/quick-order');
  await expect(list).toHaveValue('');

  await opened(page, '/dashboard/lists');
  await expectSoundScreen(page);
  await page.getByRole('link', { name: 'Open the list Van' }).click();
  await expect(page.getByText('3 ready')).toBeVisible();
  await opened(page, '/dashboard/lists');
  await page.getByRole('button', { name: 'Delete the list Van' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'List deleted');
  await expect(page.getByText('You have no saved lists yet')).toBeVisible();
});

test('a saved list keeps what went into the cart and what is no longer sold', { tag: '@sweep' }, async ({
  page,
  buyer,
  tool,
}) => {
  const few = await makeToolByApi({ name: `Froe ${crypto.randomUUID()}`, available_quantity: 2 });
  const gone = await makeToolByApi({ name: `Adze ${crypto.randomUUID()}` });
  const lines = [tool, few, gone].map(({ id: toolId }) => ({ toolId, quantity: 5 }));
  const { insertedId } = await callAs<{ insertedId: string }>(buyer, 'POST', '/lists', {
    name: 'Van',
    lines,
  });
  await callAsAdmin('DELETE', `/tool/${gone.id}`);
  await opened(page, `/dashboard/quick-order?list=${insertedId}`);
  const last = page.getByRole('listitem', { name: 'Line 3', exact: true });
  await expect(last.getByText('This tool is no longer sold.')).toBeVisible();
  await expect(last.getByRole('textbox', { name: 'Words of line 3' })).toHaveCount(0);
  await page.getByRole('textbox', { name: 'Phone' }).fill('+1 555 010 0199');
  await page.getByRole('textbox', { name: 'Address' }).fill('3 Saw Pit Road, Portland, ME 04101');
  await page.getByRole('button', { name: 'Add 1 to cart' }).click();
  await expectToast(page, '1 line added to your cart');
  await expect(page.getByText('Includes the 1 line already in your cart.')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Quantity of line 1' }).fill('');
  await expect(page.getByText('1 line without a tool or a quantity won’t be saved.')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Quantity of line 1' }).fill('4');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Save list' }).click();
  await expectToast(page, 'List saved');
  const saved = await callAs<{ lines: unknown }>(buyer, 'GET', `/lists/${insertedId}`);
  expect(saved.lines).toMatchObject([lines[0], { ...lines[1], quantity: 4 }, lines[2]]);
});

test('all orders of a past payment are ordered again', { tag: '@sweep' }, async ({ page, buyer, tool }) => {
  const order = await placeOrderByApi(buyer, tool, 3);
  await payOrderByApi(buyer, order);
  await opened(page, `/dashboard/payment/${order._id}`);
  await page.getByRole('link', { name: 'Order again' }).click();
  await expect(page.getByText('What you ordered before, at today’s prices.')).toBeVisible();
  await expect(page.getByRole('spinbutton')).toHaveValue('3');
  await page.getByRole('button', { name: 'Add 1 to cart' }).click();
  await expect(page).toHaveURL('/dashboard/cart');
});
