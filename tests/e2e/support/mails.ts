import { expect, type Locator, type Page } from '@playwright/test';

/** Opens the mailbox page and selects the mail with that subject to that address, once it has arrived. */
export async function openMail(page: Page, to: string, subject: string): Promise<Locator> {
  await page.goto('/mailbox');
  const mail = page
    .getByRole('navigation', { name: 'Emails' })
    .getByRole('link', { name: `${subject} ${to}` });
  await expect(async () => {
    await page.getByRole('button', { name: 'Check for new email' }).click();
    await expect(mail).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await mail.click();
  const pane = page.getByRole('article', { name: 'Email' });
  await expect(pane.getByRole('heading', { name: subject })).toBeVisible();
  return pane;
}

/** Follows the only link of a mail's HTML part by keyboard and returns the page it opens. No script may
 * access that frame, not even a test's, so the frame has loaded only when the link can be followed. A frame
 * that has not loaded is skipped: the next key would follow a link after it. */
export async function followHtmlLink(mail: Locator): Promise<Page> {
  const page = mail.page();
  const opened: Page[] = [];
  page.on('popup', (popup) => opened.push(popup));
  const frame = mail.getByTitle('HTML part of the email');
  await expect(async () => {
    await frame.focus();
    await page.keyboard.press('Tab');
    await expect(frame).toBeFocused({ timeout: 500 });
    await page.keyboard.press('Enter');
    await expect.poll(() => opened.length, { timeout: 2_000 }).toBeGreaterThan(0);
  }).toPass();
  const [first] = opened;
  if (!first) throw new Error('the link opened no page');
  return first;
}
