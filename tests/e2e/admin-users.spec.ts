import type { Page } from '@playwright/test';
import { followHtmlLink, openMail } from './support/mails.ts';
import { callAsAdmin, newPerson, type Person, signUpByApi, tokenOf } from './support/people.ts';
import { expectColumns, openRowMenu, reachRow, rowsWith } from './support/rows.ts';
import { expectProblem, expectToast, openMenu, withCounts } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

const buyersLinks = [
  'My Profile',
  'Add a Review',
  'My Orders',
  'My Quotes',
  'My Returns',
  'Addresses',
  'Quick Order',
  'Saved Lists',
];

const powersWait = 'Email not verified. Admin access starts once it is.';

/** Answers the confirmation opened from a row's button, which names the user. */
async function answer(page: Page, { title, button }: { title: string | RegExp; button: string }) {
  const question = page.getByRole('dialog', { name: title });
  await question.getByRole('button', { name: button, exact: true }).click();
  await expect(question).toBeHidden();
}

/** Logs in on the page that somebody was led to since their session ended. */
async function logInAgain(page: Page, { email, password }: Person) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login', exact: true }).click();
}

/** Asserts that every link of the dashboard's menu leads to a page with its heading, and none is refused. */
async function opensAll(page: Page, headings: (string | RegExp)[]) {
  const links = page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link');
  await expect(links).toHaveCount(headings.length);
  for (const [index, heading] of headings.entries()) {
    await links.nth(index).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  }
}

// Losing the role ends their session.
test.describe('a user', () => {
  test.use({ expectedErrors: /status of 401/ });

  test('becomes an admin, with powers only after verifying the address, and loses the role again', {
    tag: '@sweep',
  }, async ({ page, rival }) => {
    const { person, page: theirs } = rival;
    const sidebar = theirs.getByRole('navigation', { name: 'Dashboard' });
    await opened(theirs, '/dashboard');
    await openMenu(theirs);
    await expect(sidebar.getByRole('link')).toHaveText(buyersLinks);

    await opened(page, '/dashboard/users');
    await expect(page).toHaveTitle('All Users – Toolyard');
    const row = await reachRow(page, person.email);
    await expectColumns(row, ['No.', 'Email', 'Role', 'Make Admin', 'Actions']);
    await expect(row.getByText('user', { exact: true })).toBeVisible();
    await expect(row.getByText('Admin', { exact: true })).toHaveCount(0);

    const makeAdmin = row.getByRole('button', { name: 'Make Admin' });
    await makeAdmin.click();
    const question = page.getByRole('dialog', { name: 'Make Rob Rival an admin?' });
    await expect(question.getByText(`Rob Rival (${person.email})`, { exact: true })).toBeVisible();
    await expect(question.getByText(/everything in this shop/)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(makeAdmin).toBeFocused();
    await makeAdmin.click();
    await answer(page, { title: /an admin\?$/, button: 'Make Admin' });
    await expectToast(page, 'Successfully made an admin');
    await reachRow(page, person.email);
    await expect(row.getByText('Admin', { exact: true })).toBeVisible();
    await expect(makeAdmin).toHaveCount(0);
    await expect(row.getByText(powersWait, { exact: true })).toBeVisible();

    await opened(theirs, '/dashboard/users');
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page is for staff');
    const mail = await openMail(theirs, person.email, 'Verify your email address');
    const verification = await followHtmlLink(mail);
    await expect(verification.getByText('Thank you, your email address is verified.')).toBeVisible();

    await opened(theirs, '/dashboard/users');
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('All Users');
    await openMenu(theirs);
    await expect(sidebar.getByRole('link')).toHaveText(
      withCounts([
        'Overview',
        'Manage All Orders',
        'Quotes',
        'Invoices',
        'Messages',
        'Manage Tool',
        'Add a tool',
        'Stock',
        'Categories',
        'Import',
        'All Users',
        'Reviews',
        'Shop',
        'Shipping and tax',
        'API keys',
        'Webhooks',
        'Activity',
        'My Profile',
      ]),
    );
    await opened(page, '/dashboard/users');
    await reachRow(page, person.email);
    await expect(row.getByText('Admin', { exact: true })).toBeVisible();
    await expect(row.getByText(powersWait)).toHaveCount(0);

    await (await openRowMenu(row)).getByRole('button', { name: 'Remove admin' }).click();
    await answer(page, {
      title: 'Remove Rob Rival as an admin?',
      button: 'Remove admin',
    });
    await expectToast(page, 'Rob Rival is no longer an admin');
    await expect(row.getByText('user', { exact: true })).toBeVisible();
    await opened(theirs, '/dashboard/overview');
    await logInAgain(theirs, person);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page is for admins');
  });
});

test.describe('staff', () => {
  // Their list is refused as soon as the role is revoked, which ends their session.
  test.use({ expectedErrors: /status of 40[13]/ });

  test('have their own menu, which disappears with the role even while open', {
    tag: ['@desk', '@sweep'],
  }, async ({ page, rival, tool }) => {
    const { person, page: theirs } = rival;
    await opened(theirs, '/dashboard');
    await opensAll(theirs, [
      'Edit Profile',
      'Add A Review',
      /^Total Orders/,
      'My Quotes',
      'My Returns',
      'Addresses',
      'Quick Order',
      'Saved Lists',
    ]);
    const mail = await openMail(theirs, person.email, 'Verify your email address');
    await (await followHtmlLink(mail)).getByText('Thank you, your email address is verified.').waitFor();
    await opened(page, `/dashboard/users?q=${encodeURIComponent(person.email)}`);
    const row = await reachRow(page, person.email);
    // By keyboard alone.
    await row.getByRole('button', { name: /^More actions/ }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(row.getByRole('button', { name: 'Make staff' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: /staff\?$/ })).toBeVisible();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Rob Rival is now staff');
    await expect(row.getByText('staff', { exact: true })).toBeVisible();
    await expect(row).toBeFocused();

    const sidebar = theirs.getByRole('navigation', { name: 'Dashboard' });
    await opened(theirs, '/dashboard/users');
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('All Users');
    await expect(sidebar.getByRole('link')).toHaveText(
      withCounts([
        'Manage All Orders',
        'Quotes',
        'Invoices',
        'Messages',
        'Stock',
        'All Users',
        'Reviews',
        'API keys',
        'My Profile',
      ]),
    );
    const ownRow = await reachRow(theirs, person.email);
    await expect(ownRow.getByRole('button')).toHaveCount(0);
    await opened(theirs, '/dashboard/overview');
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page is for admins');

    await opensAll(theirs, [
      'Manage Orders',
      'Quotes',
      'Invoices',
      'Messages',
      'Stock',
      'All Users',
      'Reviews',
      'API keys',
      'Edit Profile',
    ]);
    await sidebar.getByRole('link', { name: 'Stock' }).click();
    const tools = theirs.getByRole('search', { name: 'Tools' });
    await tools.getByRole('searchbox').fill(tool.name);
    await expect(rowsWith(theirs, tool.name)).toHaveCount(1);
    const change = rowsWith(theirs, tool.name)
      .getByRole('link', { name: `Adjust stock: ${tool.name}` })
      .last();
    await change.press('Enter');
    await theirs.getByRole('spinbutton', { name: 'Quantity' }).fill('4');
    await theirs.keyboard.press('Enter');
    await expect(theirs.getByRole('main').getByText('+4', { exact: true }).first()).toBeVisible();
    await theirs.getByRole('main').getByRole('link', { name: 'All tools' }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Stock');
    await expect(theirs.getByRole('main').getByRole('link', { name: /^(Edit|Copy)/ })).toHaveCount(0);
    await sidebar.getByRole('link', { name: 'All Users' }).click();
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('All Users');
    await callAsAdmin('DELETE', `/user/staff/${person.email}`);
    await theirs.getByRole('search', { name: 'Users' }).getByRole('searchbox').fill('anything');
    await logInAgain(theirs, person);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('This page is for staff');
    await expect(sidebar.getByRole('link')).toHaveText(buyersLinks);
  });
});

test.describe('a blocked buyer', () => {
  // Being blocked ends their session.
  test.use({ expectedErrors: /status of 40[13]/ });

  test('sees why on the order form, until they are unblocked', { tag: '@sweep' }, async ({
    page,
    rival,
    tool,
  }) => {
    const { person, page: theirs } = rival;
    const token = await tokenOf(person);
    expect(token).toBeTruthy();
    const reason = 'Two payments were charged back';
    await opened(page, '/dashboard/users');
    const row = await reachRow(page, person.email);
    await (await openRowMenu(row)).getByRole('button', { name: 'Block' }).click();
    const question = page.getByRole('dialog', { name: 'Block Rob Rival?' });
    await expect(question).toContainText(`Rob Rival (${person.email})`);
    await question.getByRole('button', { name: 'Block', exact: true }).click();
    const field = question.getByRole('textbox', { name: 'Reason' });
    await expectProblem(field, 'Please give a reason', 'They’ll see this when they try to order.');
    await field.fill(reason);
    await field.press('Enter');
    await expectToast(page, 'Rob Rival is blocked');
    await expect(row.getByText(`Can’t order: ${reason}`)).toBeVisible();

    await opened(theirs, `/dashboard/orders`);
    await logInAgain(theirs, person);
    await expect(theirs.getByRole('heading', { level: 1 })).toHaveText(/^Total Orders/);
    await opened(theirs, `/tools/${tool.id}`);
    const form = theirs.getByRole('form', { name: 'Order this tool' });
    await form.getByRole('textbox', { name: 'Phone' }).fill('+1 555 0100');
    await form.getByRole('textbox', { name: 'Address' }).fill('1 Workshop Lane, Portland, ME 04101');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByText(`can’t place, change, or pay for orders (${reason})`)).toBeVisible();

    await (await openRowMenu(row)).getByRole('button', { name: 'Unblock' }).click();
    await answer(page, { title: /^Unblock Rob Rival/, button: 'Unblock' });
    await expectToast(page, 'Rob Rival can order again');
    await expect(row.getByText(reason)).toHaveCount(0);
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(form.getByRole('link', { name: /^Pay / })).toBeVisible();

    await callAsAdmin('PUT', `/user/blocked/${person.email}`, { reason });
    await form.getByRole('link', { name: /^Pay / }).click();
    await logInAgain(theirs, person);
    await expect(theirs.getByText(`can’t place, change, or pay for orders (${reason})`)).toBeVisible();
  });
});

test.describe('a refusal', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /status of 403/ });

  test('to make someone an admin is shown, and changes nothing', async ({ page }) => {
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
    await answer(page, { title: /an admin\?$/, button: 'Make Admin' });
    await expectToast(page, 'Failed to make an admin');
    await reachRow(page, person.email);
    await expect(row.getByRole('button', { name: 'Make Admin' })).toBeEnabled();
    await expect(row.getByText('user', { exact: true })).toBeVisible();
    await expect(page).toHaveURL('/dashboard/users');
  });
});
