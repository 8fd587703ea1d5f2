import { followHtmlLink, openMail } from './support/mails.ts';
import { callAsAdmin, newPerson } from './support/people.ts';
import { reachRow } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

test('an admin invites someone, who accepts by the link', { tag: '@sweep' }, async ({
  page,
  rival: { person, page: theirs },
}) => {
  await opened(page, '/dashboard/users');
  await page.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
  const inviting = page.getByRole('dialog', { name: 'Invite someone to the team' });
  await expect(inviting.getByText(/works once, for 7 days/)).toBeVisible();
  const email = inviting.getByRole('textbox', { name: 'Email' });
  await email.press('Enter');
  await expectProblem(email, 'Email is required');
  await email.fill(person.email);
  await inviting.getByRole('combobox', { name: 'Role' }).selectOption('Staff');
  await inviting.getByRole('button', { name: 'Invite', exact: true }).press('Enter');
  await expectToast(page, `Invited ${person.email}`);
  const pending = page.getByRole('region', { name: 'Pending invitations' });
  const row = pending.getByRole('listitem').filter({ hasText: person.email });
  await expect(row).toContainText('Staff');
  await expectSoundScreen(page);

  const link = await followHtmlLink(await openMail(theirs, person.email, 'You’re invited to join Toolyard'));
  await link.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(link.getByText(/Your role starts once your email is verified/)).toBeVisible();
  await expectSoundScreen(link);
  await opened(page, '/dashboard/users');
  await expect(await reachRow(page, person.email)).toBeVisible();
  await expect(row).toHaveCount(0);
});

test('an invitation is sent again, and leaves the list once it is withdrawn', { tag: '@sweep' }, async ({
  page,
}) => {
  const { email } = newPerson();
  await opened(page, '/dashboard/users');
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Email' }).fill(email);
  await page.keyboard.press('Enter');
  const pending = page.getByRole('region', { name: 'Pending invitations' });
  await pending.getByRole('button', { name: `Resend the invitation to ${email}` }).press('Enter');
  await expectToast(page, `Invitation emailed to ${email}`);
  await pending.getByRole('button', { name: `Withdraw the invitation to ${email}` }).click();
  const question = page.getByRole('dialog', { name: 'Withdraw this invitation?' });
  await question.getByRole('button', { name: 'Withdraw', exact: true }).press('Enter');
  await expectToast(page, `Withdrew the invitation to ${email}`);
  await expect(page.getByText(email, { exact: true })).toHaveCount(0);
});

test('somebody without an account signs up from the link, and accepts', { tag: '@sweep' }, async ({
  page,
  browser,
}) => {
  const { name, email, password } = newPerson();
  await callAsAdmin('POST', '/invitations', { email, role: 'staff' });
  const theirs = await browser.newPage();
  const link = await followHtmlLink(await openMail(page, email, 'You’re invited to join Toolyard'));
  await theirs.goto(link.url());
  await theirs.getByRole('link', { name: 'Sign Up' }).click();
  await theirs.getByRole('textbox', { name: 'Name' }).fill(name);
  await theirs.getByRole('textbox', { name: 'Email' }).fill(email);
  await theirs.getByLabel('Password', { exact: true }).fill(password);
  await theirs.keyboard.press('Enter');
  await theirs.getByRole('button', { name: 'Accept' }).press('Enter');
  await expect(theirs.getByText(/Your role starts once your email is verified/)).toBeVisible();
  await theirs.close();
});
