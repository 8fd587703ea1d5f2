import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test.describe('linked tools', () => {
  // Unknown part numbers, and a deleted tool.
  test.use({ expectedErrors: /status of 40[04]/ });

  test('an admin links spare parts and accessories, which buyers find and order below the tool', async ({
    page,
    admin: _,
    tool,
  }) => {
    const stamp = Date.now();
    const accessory = await makeToolByApi({ name: `Case for ${tool.name}`, part_number: `CASE-${stamp}` });
    const part = await makeToolByApi({ name: `Brushes for ${tool.name}`, part_number: `BR-${stamp}` });
    await opened(page, `/dashboard/managetool/${tool.id}/edit`);
    const accessories = page.getByRole('region', { name: 'Accessories' });
    await accessories.getByLabel('Add a tool').fill(accessory.name);
    await accessories.getByLabel('Add a tool').press('Enter');
    await accessories.getByRole('button', { name: `Add ${accessory.name}` }).click();
    await expectToast(page, `Added ${accessory.name}`);

    const parts = page.getByRole('region', { name: 'Spare parts' });
    await parts.getByRole('button', { name: 'Paste part numbers' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Part numbers').fill(`BR-${stamp}\nNONE-1\nNONE-2`);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByText('No tool has these part numbers: NONE-1, NONE-2')).toBeVisible();
    await expectSoundScreen(page);
    await dialog.getByLabel('Part numbers').fill(`br-${stamp}`);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expectToast(page, 'Added to the list');
    await expect(parts.getByText(part.name)).toBeVisible();

    await opened(page, `/tools/${tool.id}`);
    const shown = page.getByRole('region', { name: 'Spare parts' }).first();
    await expect(shown.getByRole('rowheader', { name: part.name })).toBeVisible();
    await page.getByRole('button', { name: `Add ${part.name}` }).click();
    await page.getByRole('button', { name: `Add ${accessory.name}` }).click();
    await expect(page.getByText('2 tools selected')).toBeVisible();
    await expectSoundScreen(page);
    await page.getByRole('link', { name: 'Review order' }).click();
    const order = page.getByRole('region', { name: 'Add to cart' });
    await order.getByLabel('Phone').fill('+1 301 555 0142');
    await order.getByLabel('Address').fill('12 Mill Road, Frederick, MD 21701');
    await order.getByRole('button', { name: 'Add 2 to cart' }).click();
    await expect(page).toHaveURL(/dashboard\/cart/);

    await opened(page, `/tools/${part.id}`);
    const fits = page.getByRole('region', { name: 'Fits' }).first();
    await expect(fits.getByRole('rowheader', { name: tool.name })).toBeVisible();

    await opened(page, `/dashboard/managetool/${tool.id}/edit`);
    await accessories.getByRole('button', { name: `Remove ${accessory.name}` }).click();
    await expectToast(page, `Removed ${accessory.name}`);
  });

  test('a discontinued tool’s page leads to its successor, also when it is deleted', async ({
    page,
    admin: _,
    tool,
  }) => {
    const stamp = Date.now();
    const old = await makeToolByApi({ name: `Old ${tool.name}`, part_number: `OLD-${stamp}` });
    await opened(page, `/dashboard/managetool/${tool.id}/edit`);
    const replaces = page.getByRole('region', { name: 'Replacement for' });
    await replaces.getByRole('button', { name: 'Paste part numbers' }).click();
    await page.getByRole('dialog').getByLabel('Part numbers').fill(`OLD-${stamp}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await expectToast(page, 'Added to the list');

    await opened(page, `/tools/${old.id}`);
    const successor = page.getByRole('region', { name: 'Replaced by' }).first();
    await expect(successor.getByRole('rowheader', { name: tool.name })).toBeVisible();

    await callAsAdmin('DELETE', `/tool/${old.id}`);
    await opened(page, `/tools/${old.id}`);
    await expect(page.getByText('It was replaced by:')).toBeVisible();
    await expectSoundScreen(page);
    await page.getByRole('link', { name: 'See the successor' }).click();
    await expect(page.getByRole('heading', { level: 1, name: tool.name })).toBeVisible();
    await expect(page.getByText(`No longer sold: OLD-${stamp}`)).toBeVisible();

    await opened(page, `/tools?q=old-${stamp}`);
    await expect(page.getByText(`replaces old-${stamp}`)).toBeVisible();
    await expect(page.getByRole('heading', { name: tool.name })).toBeVisible();
    await expectSoundScreen(page);

    await opened(page, '/dashboard/quick-order');
    await page.getByLabel('Your list').fill(`OLD-${stamp} 3`);
    await page.getByRole('button', { name: 'Check the list' }).click();
    await page.getByLabel('Tool of line 1').selectOption(tool.name);
    await expect(page.getByText('1 ready')).toBeVisible();
    await expectSoundScreen(page);
  });
});

test('a tool’s page has what three of its buyers also bought', async ({ page, buyer, tool }) => {
  const other = await makeToolByApi({ name: `Bits for ${tool.name}` });
  for (const person of [buyer, newPerson(), newPerson()]) {
    if (person !== buyer) await signUpByApi(person);
    for (const each of [tool, other]) await payOrderByApi(person, await placeOrderByApi(person, each));
  }
  await opened(page, `/tools/${tool.id}`);
  const bought = page.getByRole('region', { name: 'Customers also bought' });
  await expect(bought.getByRole('link', { name: other.name })).toBeVisible();
  await expectSoundScreen(page);
});

test.describe('when a tool ships', () => {
  test.afterEach(() => setShipping(''));

  test('is said in the browser, and moves on at the hour', async ({ page, buyer: _, tool }) => {
    await setShipping('14:00');
    await page.clock.install({ time: new Date('2026-11-27T13:59:00Z') });
    await opened(page, `/tools/${tool.id}`);
    await expect(page.getByText(/^Ships today if ordered by 2 PM/)).toBeVisible();
    await page.clock.fastForward('02:00');
    await expect(page.getByText('Ships Monday', { exact: true })).toBeVisible();
    await expect(page.getByText(/if ordered by/)).toHaveCount(0);
    const html = await (await page.request.get(`/tools/${tool.id}`)).text();
    expect(html).not.toContain('if ordered by');
  });
});

async function setShipping(shipsBy: string): Promise<void> {
  const { version, details } = await callAsAdmin<ManagedDetails>('GET', '/managedetails');
  const contact = { ...details.contact, shipsBy, shipsOn: 'mon-fri' };
  await callAsAdmin('PATCH', '/details', { version, contact });
}
