import { newPerson } from './support/people.ts';
import { expectColumns, reachRow } from './support/rows.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

test('what came in by the contact form is read beside the orders', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const { name, email } = newPerson('Cora Caller');
  const message = 'Do you rent out saws?\nFor a week.';
  const sent = await request.post('/contact', { data: { name, email, phone: '+1 555 010 0142', message } });
  expect(sent.ok()).toBe(true);
  await opened(page, '/dashboard/manageorders');
  const views = page.getByRole('navigation', { name: 'What to manage' });
  await expect(views.getByRole('link')).toHaveText(['Orders', 'Contact messages']);
  await views.getByRole('link', { name: 'Contact messages' }).click();
  await expect(page).toHaveURL('/dashboard/manageorders?show=messages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact messages');
  await expect(views.getByRole('link', { name: 'Contact messages' })).toHaveAttribute('aria-current', 'page');

  const row = await reachRow(page, email);
  await expectColumns(row, ['Received', 'Full Name', 'Email', 'Phone Number', 'Message']);
  await expect(row.getByText(name, { exact: true })).toBeVisible();
  await expect(row.getByText('Do you rent out saws?')).toBeVisible();
  await expect(row.getByRole('link', { name: email })).toHaveAttribute('href', /^mailto:/);
  await expect(row.getByRole('link', { name: '+1 555 010 0142' })).toHaveAttribute(
    'href',
    'tel:+15550100142',
  );

  await views.getByRole('link', { name: 'Orders' }).click();
  await expect(page).toHaveURL('/dashboard/manageorders');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Manage Orders');
});
