import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the mailbox page in the browser and chooses the mail of that subject to that address, once it has come. */
export async function openMail(page: Page, to: string, subject: string): Promise<Locator> {
  await page.goto('/mailbox');
  const mail = page
    .getByRole('navigation', { name: 'Mails' })
    .getByRole('link', { name: `${subject} ${to}` });
  await expect(async () => {
    await page.getByRole('button', { name: 'Look for new mail' }).click();
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.click();
  const pane = page.getByRole('article', { name: 'Mail' });
  await expect(pane.getByRole('heading', { name: subject })).toBeVisible();
  return pane;
}

/** Follows the one link of a mail's HTML part by the keyboard: no script may look into that frame, tests' neither. */
export async function followHtmlLink(mail: Locator): Promise<void> {
  await mail.getByTitle('The mail’s HTML part').focus();
  await mail.page().keyboard.press('Tab');
  await mail.page().keyboard.press('Enter');
}
