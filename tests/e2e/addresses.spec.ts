import { callAs } from './support/people.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('a buyer manages the address book by keyboard, and it fills the order form', { tag: '@sweep' }, async ({
  page,
  buyer,
}) => {
  await opened(page, '/dashboard/addresses');
  await expect(page.getByText('No addresses yet')).toBeVisible();
  await expectSoundScreen(page);
  await page.getByRole('button', { name: 'Add an address' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'New address' });
  const country = form.getByLabel('Country or region');
  await expect(country).toBeFocused();
  await country.selectOption('Germany');
  await expect(form.getByLabel('State')).toHaveCount(0);
  await form.getByLabel('Postal code').fill('0774');
  await form.getByLabel('Phone number').fill('12');
  await form.getByRole('button', { name: 'Save address' }).press('Enter');
  await expectProblem(form.getByLabel('Postal code'), 'Postal code isn’t valid for Germany');
  await expectProblem(
    form.getByLabel('Phone number'),
    'Phone number isn’t valid for Germany. For a number elsewhere, start with + and its country code.',
  );
  await expectProblem(form.getByLabel('City'), 'City is required');
  await expectSoundScreen(page);
  await form.getByLabel('Street address').fill('Werkstraße 12');
  await form.getByLabel('Postal code').fill('07743');
  await form.getByLabel('City').fill('Jena');
  await form.getByLabel('Phone number').fill('03641 55550');
  await form.getByRole('button', { name: 'Save address' }).press('Enter');
  await expectToast(page, 'Address saved');
  const cards = page.getByRole('list', { name: 'Addresses' }).getByRole('listitem');
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText('07743 Jena');
  await expect(cards.first()).toContainText('Default');

  const office = { country: 'US', name: 'Office', line1: '1 Main St', city: 'Springfield', region: 'IL' };
  await callAs(buyer, 'POST', '/addresses', { ...office, postalCode: '62701' });
  await opened(page, '/dashboard/addresses');
  await page.getByRole('button', { name: 'Make default: Office' }).press('Enter');
  await expectToast(page, 'This is your default address now');
  await expect(cards.first()).toContainText('SPRINGFIELD, IL 62701');
  await expectSoundScreen(page);
  await page.getByRole('button', { name: `Delete the address of ${buyer.name}` }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
  await expectToast(page, 'Address deleted');
  await expect(cards).toHaveCount(1);

  const tool = await makeToolByApi();
  await opened(page, `/tools/${tool.id}`);
  const order = page.getByRole('form', { name: 'Order this tool' });
  const address = order.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue('Office, 1 Main St, Springfield, IL 62701, United States');
  await address.fill('8 Plumb Line, Portland, ME 04101');
  await order.getByRole('textbox', { name: 'Phone' }).fill('+1 217 555 0142');
  await expectSoundScreen(page);
  await order.getByRole('button', { name: 'Add', exact: true }).press('Enter');
  await order.getByRole('link', { name: 'Save to my addresses' }).press('Enter');
  await expect(form.getByLabel('Street address')).toHaveValue('8 Plumb Line, Portland, ME 04101');
  await expect(form.getByLabel('Phone number')).toHaveValue('+1 217 555 0142');

  await opened(page, '/dashboard/cart');
  const cart = page.getByRole('main');
  await cart.getByText('Add a purchase order number or a note').press('Enter');
  await cart.getByLabel('Purchase order number').fill('PO 7731');
  await cart.getByLabel('Note to the shop').fill('Ring twice.');
  await expectSoundScreen(page);
  await cart.getByRole('button', { name: 'Save', exact: true }).press('Enter');
  await expectToast(page, 'Saved for your cart');

  await opened(page, '/dashboard/orders');
  await expect(page.getByRole('main').getByText('PO: PO 7731').first()).toBeVisible();
  await expect(page.getByRole('main').getByText('Note: Ring twice.').first()).toBeVisible();
});
