import { callAs, callAsAdmin, newPerson, signUpByApi } from './support/people.ts';
import { openListFilters, openRowMenu, rowsWith } from './support/rows.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

test('an admin finds who did what, and follows the link to its subject', {
  tag: ['@desk', '@sweep'],
}, async ({ page, tool }) => {
  const person = newPerson('Ada Joiner');
  await signUpByApi(person);
  const order = await callAs<{ number: string }>(person, 'POST', '/orders', {
    toolId: tool.id,
    minQuantity: 2,
    phone: '+1 555 0100',
    address: '1 Workshop Lane',
  });
  await callAsAdmin('PUT', `/user/blocked/${person.email}`, { reason: 'Chargebacks' });
  await callAsAdmin('DELETE', `/user/blocked/${person.email}`);

  await opened(page, '/dashboard/activity');
  await expect(page).toHaveTitle('Activity – Toolyard');
  const search = page.getByRole('search', { name: 'Activity' });
  await search.getByRole('searchbox').fill(person.email);
  const unblocked = rowsWith(page, 'Buyer unblocked');
  await expect(unblocked).toHaveCount(1);
  await expect(unblocked.getByText('owner@toolyard.example (admin)')).toBeVisible();
  await expect(unblocked.getByRole('link', { name: person.email })).toBeVisible();
  const placed = rowsWith(page, 'Order placed');
  // Other tests place orders meanwhile, until the search has taken effect.
  await expect(placed).toHaveCount(1);
  await expect(placed.getByText('2 units ordered')).toBeVisible();
  await expectSoundScreen(page);

  await openListFilters(page);
  await search.getByRole('combobox', { name: 'What happened' }).selectOption('Orders');
  await expect(unblocked).toHaveCount(0);
  await expect(placed).toHaveCount(1);
  await expect(page).toHaveURL(/group=orders/);
  await search.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(page.getByText(`No entries match “${person.email}”`)).toBeVisible();
  await page.getByRole('button', { name: 'Show all entries' }).click();
  await expect(page).toHaveURL('/dashboard/activity');

  await search.getByRole('searchbox').fill(order.number);
  await expect(page).toHaveURL(/q=TY-/);
  await expect(placed).toHaveCount(1);
  await placed.getByRole('link', { name: `Order ${order.number}` }).click();
  await expect(page).toHaveURL(`/dashboard/manageorders/${order.number}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number);
});

test('an action of an admin on a page is audited with that page', { tag: '@sweep' }, async ({
  page,
  rival,
}) => {
  await callAs(rival.person, 'GET', `/admin/${rival.person.email}`);
  await opened(page, `/dashboard/users?q=${encodeURIComponent(rival.person.email)}`);
  const menu = await openRowMenu(rowsWith(page, rival.person.email));
  await menu.getByRole('button', { name: /^Make staff/ }).click();
  const question = page.getByRole('dialog', { name: /staff\?$/ });
  await question.getByRole('button', { name: 'Make staff', exact: true }).click();
  await expect(question).toBeHidden();
  await opened(page, `/dashboard/activity?q=${encodeURIComponent(rival.person.email)}`);
  const given = rowsWith(page, 'Role given');
  await expect(given).toHaveCount(1);
  await expect(given.getByTitle('/dashboard/users')).toHaveText(/^(from )?All Users$/);
});

test('a search for ‘price’ finds who changed a price; a link to one kind of entry shows it alone', {
  tag: ['@desk', '@sweep'],
}, async ({ page, tool }) => {
  await callAsAdmin('PATCH', `/tool/${tool.id}`, { version: 1, price: 13.75 });
  await opened(page, '/dashboard/activity');
  const search = page.getByRole('search', { name: 'Activity' });
  const group = search.getByRole('combobox', { name: 'What happened' });
  await openListFilters(page);
  await expect(group.getByRole('option')).toHaveText([
    'Everything',
    'Orders',
    'Payments and refunds',
    'Catalog',
    'Stock',
    'People',
    'Settings',
    'Quotes, messages, and reviews',
    'Exports, emails, and refusals',
  ]);
  await page.keyboard.press('Escape');
  await search.getByRole('searchbox').fill(`price ${tool.name}`);
  const edited = rowsWith(page, 'Tool edited');
  await expect(edited).toHaveCount(1);
  await expect(edited.getByText('Price: $12.50 → $13.75')).toBeVisible();
  await openListFilters(page);
  await group.selectOption('Stock');
  await expect(page.getByText(`No entries match “price ${tool.name}”`)).toBeVisible();

  await opened(page, `/dashboard/activity?action=tool_edited&q=${encodeURIComponent(tool.name)}`);
  await expect(edited).toHaveCount(1);
  const only = page.getByRole('combobox', { name: 'Only this' });
  await openListFilters(page);
  await expect(only).toHaveValue('tool_edited');
  await only.selectOption('All');
  await expect(only).toHaveCount(0);
});
