import { followHtmlLink, openMail } from './support/mails.ts';
import { newPerson, signUpByApi, tokenOf } from './support/people.ts';
import { expectColumns, reachRow } from './support/rows.ts';
import { expectToast, openMenu } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

const powersWait = 'Email not verified. Admin access starts once it is.';

test('a user is made an admin, whose powers begin with the verified address', async ({ page, rival }) => {
  const { person, page: theirs } = rival;
  const sidebar = theirs.getByRole('navigation', { name: 'Dashboard' });
  await opened(theirs, '/dashboard');
  await openMenu(theirs);
  await expect(sidebar.getByRole('link')).toHaveText(['My Profile', 'Add a Review', 'My Orders']);

  await opened(page, '/dashboard/users');
  await expect(page).toHaveTitle('All Users – Toolyard');
  const row = await reachRow(page, person.email);
  await expectColumns(row, ['No.', 'Email', 'Role', 'Make Admin']);
  await expect(row.getByText('user', { exact: true })).toBeVisible();
  await expect(row.getByText('Admin', { exact: true })).toHaveCount(0);
  await row.getByRole('button', { name: 'Make Admin' }).click();
  await expectToast(page, 'Successfully made an admin');
  await reachRow(page, person.email);
  await expect(row.getByText('Admin', { exact: true })).toBeVisible();
  await expect(row.getByRole('button', { name: 'Make Admin' })).toHaveCount(0);
  await expect(row.getByText(powersWait, { exact: true })).toBeVisible();

  await opened(theirs, '/dashboard/users');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page is for admins');
  const mail = await openMail(theirs, person.email, 'Verify your email address');
  const verification = await followHtmlLink(mail);
  await expect(verification.getByText('Thank you, your email address is verified.')).toBeVisible();

  await opened(theirs, '/dashboard/users');
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('All Users');
  await openMenu(theirs);
  await expect(sidebar.getByRole('link')).toHaveText([
    'Overview',
    'My Profile',
    'All Users',
    'Manage All Orders',
    'Manage Tool',
    'Add a tool',
  ]);
  await opened(page, '/dashboard/users');
  await reachRow(page, person.email);
  await expect(row.getByText('Admin', { exact: true })).toBeVisible();
  await expect(row.getByText(powersWait)).toHaveCount(0);
});

test.describe('a refusal', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /status of 403/ });

  test('to make an admin is told, and changes nothing', async ({ page }) => {
    const person = newPerson();
    await signUpByApi(person);
    await tokenOf(person);
    await opened(page, '/dashboard/users');
    const row = await reachRow(page, person.email);
    const refusal = {
      status: 403,
      json: { error: { code: 'not_allowed', message: 'This is for admins only' } },
    };
    await page.route('/user/admin/*', (route) => route.fulfill(refusal));
    await row.getByRole('button', { name: 'Make Admin' }).click();
    await expectToast(page, 'Failed to make an admin');
    await reachRow(page, person.email);
    await expect(row.getByRole('button', { name: 'Make Admin' })).toBeEnabled();
    await expect(row.getByText('user', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/dashboard/users');
  });
});
