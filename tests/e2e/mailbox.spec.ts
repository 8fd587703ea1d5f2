import { followHtmlLink, openMail } from './support/mails.ts';
import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { newPerson, signUpByApi } from './support/people.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test('shows both parts of every email, and follows its link', {
  tag: ['@desk', '@sweep'],
}, async ({ page, buyer, tool }) => {
  const order = await placeOrderByApi(buyer, tool);
  await payOrderByApi(buyer, order);
  const subject = `Receipt for order ${order.number}: ${tool.name}`;
  const mail = await openMail(page, buyer.email, subject);
  await expect(page).toHaveTitle('Mailbox – Toolyard');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mailbox');
  await expect(page).toHaveURL(/\/mailbox\?mail=/);
  await expect(page.getByRole('navigation', { name: 'Emails' }).locator('[aria-current]')).toContainText(
    subject,
  );
  await expect(mail.getByText(buyer.email)).toBeVisible();
  await expect(mail.getByRole('button', { name: 'HTML' })).toHaveAttribute('aria-pressed', 'true');
  await expect(mail.getByTitle('HTML part of the email')).toBeVisible();
  await mail.getByRole('button', { name: 'Text' }).click();
  await expect(mail).toContainText('Here’s your receipt.');
  await expect(mail).toContainText(`Tool: 2 × ${tool.name} at $12.50`);
  await expect(mail.getByRole('link')).toHaveAttribute(
    'href',
    new RegExp(`/dashboard/payment/${order._id}$`),
  );
  await expectSoundScreen(page);

  await mail.getByRole('button', { name: 'HTML' }).click();
  const opening = await followHtmlLink(mail);
  await expect(opening).toHaveURL(`/dashboard/payment/${order._id}`);
  await expect(opening.getByRole('heading', { level: 1 })).toBeVisible();
});

test('finds new mail on request', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  await opened(page, '/mailbox');
  const person = newPerson();
  await signUpByApi(person);
  const mail = page.getByRole('link', { name: `Verify your email address ${person.email}` });
  await expect(mail).toHaveCount(0);
  await expect(async () => {
    await page.getByRole('button', { name: 'Check for new email' }).click();
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
});
