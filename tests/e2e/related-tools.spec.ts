import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi } from './support/tools.ts';

test('an admin pins an accessory, which buyers find below the tool', async ({ page, admin: _, tool }) => {
  const accessory = await makeToolByApi({ name: `Case for ${tool.name}`, part_number: `CASE-${Date.now()}` });
  await opened(page, `/dashboard/managetool/${tool.id}/edit`);
  const pinned = page.getByRole('region', { name: 'Accessories' });
  await pinned.getByLabel('Add a tool').fill(accessory.name);
  await pinned.getByLabel('Add a tool').press('Enter');
  await pinned.getByRole('button', { name: `Add ${accessory.name}` }).click();
  await expectToast(page, `Added ${accessory.name}`);
  await expectSoundScreen(page);
  await opened(page, `/tools/${tool.id}`);
  const shown = page.getByRole('region', { name: 'Accessories' });
  await expect(shown.getByRole('link', { name: accessory.name })).toBeVisible();
  await expectSoundScreen(page);
  await shown.getByRole('link', { name: accessory.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: accessory.name })).toBeVisible();

  await opened(page, `/dashboard/managetool/${tool.id}/edit`);
  await pinned.getByRole('button', { name: `Remove ${accessory.name}` }).click();
  await expectToast(page, `Removed ${accessory.name}`);
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
