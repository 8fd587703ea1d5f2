import { openMail } from './support/mails.ts';
import { callAsAdmin, newPerson } from './support/people.ts';
import { expectColumns, openListFilters, reachRow, rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test.beforeEach(({ admin: _ }) => undefined);

test('messages of the contact form are read on their page, which the menu counts', { tag: '@desk' }, async ({
  page,
  request,
}) => {
  const { name, email } = newPerson('Cora Caller');
  const message = 'Do you rent out saws?\nFor a week.';
  const sent = await request.post('/contact', { data: { name, email, phone: '+1 555 010 0142', message } });
  expect(sent.ok()).toBe(true);
  await opened(page, '/dashboard/manageorders');
  const menu = page.getByRole('navigation', { name: 'Dashboard' });
  const link = menu.getByRole('link', { name: /^Messages [\d+]+: [\d+]+ open messages?$/ });
  await link.click();
  await expect(page).toHaveURL('/dashboard/messages');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Messages');
  await expect(link).toHaveAttribute('aria-current', 'page');

  const row = await reachRow(page, email);
  await expectColumns(row, ['Received', 'From', 'Message', 'Actions']);
  await expect(row.getByText(name, { exact: true })).toBeVisible();
  await expect(row.getByText('Do you rent out saws?')).toBeVisible();
  await expect(row.getByRole('link', { name: email })).toHaveAttribute('href', /^mailto:/);
  await expect(row.getByRole('link', { name: '+1 555 010 0142' })).toHaveAttribute(
    'href',
    'tel:+15550100142',
  );

  // Where the emails of earlier versions lead.
  await opened(page, `/dashboard/manageorders?show=messages&q=${encodeURIComponent(email)}`);
  await expect(page).toHaveURL(`/dashboard/messages?q=${encodeURIComponent(email)}`);
  await expect(rowsWith(page, email)).toHaveCount(1);
});

test('a message is answered by email, closed and reopened, by keyboard', {
  tag: ['@desk', '@sweep'],
}, async ({ page, request }) => {
  const { name, email } = newPerson('Cora Caller');
  const data = { name, email, phone: '+1 555 010 0142', message: 'Do you rent out saws?' };
  const { insertedId } = await (await request.post('/contact', { data })).json();
  await opened(page, `/dashboard/messages?q=${insertedId}`);
  const row = rowsWith(page, email);
  const answer = row.getByRole('button', { name: `Reply to ${name}’s message` });
  await answer.press('Enter');
  const text = row.getByRole('textbox', { name: `Reply to ${name}’s message` });
  await expect(text).toBeFocused();
  const send = row.getByRole('button', { name: 'Send reply' });
  await send.press('Enter');
  await expectProblem(text, 'Please write a reply', `We email it to ${email}.`);
  await text.fill('We do.\nFrom $9 a day.');
  await expect(row.getByRole('checkbox', { name: 'Close the message' })).toBeChecked();
  await row.getByRole('checkbox', { name: 'Close the message' }).press('Space');
  await text.focus();
  await expectSoundScreen(page);
  // The list becomes cards when the window narrows, and a table again.
  for (const width of [700, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByRole('table')).toHaveCount(width === 700 ? 0 : 1);
    await expect(text).toHaveValue('We do.\nFrom $9 a day.');
    await expect(text).toBeFocused();
  }
  await send.press('Enter');
  await expectToast(page, 'Reply sent');
  await expect(answer).toBeFocused();
  const answers = row.getByRole('list', { name: `Replies to ${name}` });
  await expect(answers.getByRole('listitem')).toHaveCount(1);
  await expect(answers.getByText('From $9 a day.')).toBeVisible();

  const close = row.getByRole('button', { name: `Close ${name}’s message` });
  await close.press('Enter');
  await expectToast(page, 'Message closed');
  await expect(row.getByText('Closed', { exact: true })).toBeVisible();
  const reopen = row.getByRole('button', { name: `Reopen ${name}’s message` });
  await expect(reopen).toBeFocused();
  await openListFilters(page);
  const state = page.getByRole('search', { name: 'Messages' }).getByRole('combobox', { name: 'Show' });
  await state.selectOption('Open');
  await expect(page.getByText(/^No messages match/)).toBeVisible();
  await state.selectOption('Closed');
  await expect(row).toBeVisible();
  await expect(answers.getByText('From $9 a day.')).toBeVisible();

  // Somebody else reopens it meanwhile: the list reports it, and shows the current state.
  await callAsAdmin('POST', `/contact/${insertedId}/reopen`);
  await reopen.press('Enter');
  await expectToast(page, 'Someone already did that. Here’s how it is now.');
  await expect(row).toHaveCount(0);
  const mail = await openMail(page, email, 'Re: Your message to Toolyard');
  await expect(mail.getByTitle('HTML part of the email')).toHaveAttribute('srcdoc', /From \$9 a day\./);
});
