import { openReceiver, verifyWebhook, type WebhookReceiver } from '#tests/support/webhook-receiver.ts';
import { openRowMenu, rowsWith } from './support/rows.ts';
import { expectSoundScreen, expectToast } from './support/screen.ts';
import { test as base, expect, opened } from './support/test.ts';

const test = base.extend<{ receiver: WebhookReceiver }>({
  receiver: async ({ browserName: _ }, use) => {
    const receiver = await openReceiver();
    await use(receiver);
    receiver.stop();
  },
});

// An address is refused.
test.use({ expectedErrors: /status of 400/ });

test('an admin adds an endpoint, sees what was delivered, and sends it again', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, receiver }) => {
  await opened(page, '/dashboard/webhooks');
  await expect(page).toHaveTitle('Webhooks – Toolyard');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const address = form.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveAccessibleDescription(/Enter an address/);
  await expect(form.getByText('Choose at least one event.')).toBeVisible();
  await form.getByRole('checkbox', { name: 'Contact message received' }).check();
  await address.fill('https://nowhere.invalid/hooks');
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  await expect(address).toHaveAccessibleDescription(/no server with this name/);
  await address.fill(receiver.url);
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const secretBox = page.getByRole('dialog', { name: 'Signing secret' });
  const secret = await secretBox.getByRole('textbox', { name: 'Secret' }).inputValue();
  await expectSoundScreen(page);
  await secretBox.getByRole('button', { name: 'Done' }).click();
  const row = rowsWith(page, receiver.url);
  await expect(row).toContainText('On');
  await expectSoundScreen(page);

  await (await openRowMenu(row)).getByRole('button', { name: /test event/ }).click();
  await expectToast(page, 'Test event sent');
  await expect.poll(() => receiver.received.length).toBe(1);
  const [hook] = receiver.received;
  expect(hook && verifyWebhook(secret, hook)).toMatchObject({ type: 'webhook.test' });

  await row.getByRole('link', { name: receiver.url }).click();
  await expect(page).toHaveTitle('Webhook deliveries – Toolyard');
  const delivery = rowsWith(page, 'Test event');
  await expect(delivery).toContainText('204');
  await delivery.getByRole('button', { name: 'Details: Test event' }).click();
  const details = page.getByRole('dialog', { name: 'Test event' });
  await expect(details.getByRole('region', { name: 'Request body' })).toContainText('"webhook.test"');
  await expectSoundScreen(page);
  await details.getByRole('button', { name: 'Close' }).click();
  await delivery.getByRole('button', { name: 'Send again: Test event' }).click();
  await expectToast(page, 'Sent again');
  await expect.poll(() => receiver.received.map(({ id }) => id)).toEqual([hook?.id, hook?.id]);
  await expectSoundScreen(page);
});

test('an admin edits an endpoint, replaces its secret, turns it off and on, and deletes it', {
  tag: ['@desk', '@sweep'],
}, async ({ page, admin: _, receiver }) => {
  await opened(page, '/dashboard/webhooks');
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const form = page.getByRole('dialog', { name: 'Add an endpoint' });
  await form.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
  await form.getByRole('checkbox', { name: 'Review added' }).check();
  await form.getByRole('button', { name: 'Add endpoint' }).click();
  const secretBox = page.getByRole('dialog', { name: 'Signing secret' });
  const first = await secretBox.getByRole('textbox', { name: 'Secret' }).inputValue();
  await secretBox.getByRole('button', { name: 'Done' }).click();

  const row = rowsWith(page, receiver.url);
  await row.getByRole('button', { name: `Edit ${receiver.url}` }).click();
  const editing = page.getByRole('dialog', { name: 'Edit endpoint' });
  await expect(editing.getByRole('checkbox', { name: 'Review added' })).toBeChecked();
  await editing.getByRole('checkbox', { name: 'Low stock' }).check();
  await editing.getByRole('button', { name: 'Save' }).click();
  await expectToast(page, 'Endpoint saved');
  await expect(row).toContainText('Low stock, Review added');

  await (await openRowMenu(row)).getByRole('button', { name: /New secret/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create secret' }).click();
  await expect(secretBox.getByRole('textbox', { name: 'Secret' })).not.toHaveValue(first);
  await secretBox.getByRole('button', { name: 'Done' }).click();

  await (await openRowMenu(row)).getByRole('button', { name: /Turn off/ }).click();
  await expectToast(page, 'Endpoint turned off');
  await expect(row).toContainText('Turned off by an admin');
  await (await openRowMenu(row)).getByRole('button', { name: /Turn on/ }).click();
  await expectToast(page, 'Endpoint turned on');
  await expect(row).not.toContainText('Turned off');

  await (await openRowMenu(row)).getByRole('button', { name: /Delete/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectToast(page, 'Endpoint deleted');
  await expect(row).toHaveCount(0);
});
