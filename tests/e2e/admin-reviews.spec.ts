import { payOrderByApi, placeOrderByApi } from './support/orders.ts';
import { callAs, callAsAdmin } from './support/people.ts';
import { expectColumns, openListFilters, rowsWith } from './support/rows.ts';
import { expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';

test('a review is hidden with a reason, shown again and answered, and its readers see it', {
  tag: '@sweep',
}, async ({ page, admin: _, rival, tool }) => {
  const { person } = rival;
  await payOrderByApi(person, await placeOrderByApi(person, tool));
  const words = `Out of square ${tool.name.slice(-8)}.`;
  const { insertedId } = await callAs<{ insertedId: string }>(person, 'POST', '/review', {
    rate: 1,
    reviews: words,
    toolId: tool.id,
  });
  const rating = async () => {
    const { rating, rating_count } = await (await page.request.get(`/tool/${tool.id}`)).json();
    return [rating, rating_count];
  };
  const readers = rival.page.getByRole('region', { name: 'Reviews' });
  const readAgain = async () => {
    await opened(rival.page, `/tools/${tool.id}`);
    await expect(rival.page.getByRole('button', { name: 'Add', exact: true })).toBeEnabled();
  };

  await opened(page, '/dashboard/reviews');
  await expect(page).toHaveTitle('Reviews – Toolyard');
  const controls = page.getByRole('search', { name: 'Reviews' });
  await openListFilters(page);
  await controls.getByRole('combobox', { name: 'Rating' }).selectOption('1 star');
  await controls.getByRole('combobox', { name: 'Show' }).selectOption('No reply yet');
  // A list that is still being fetched when its row changes is fetched again, without the hidden review.
  const searched = page.waitForResponse((response) => /\/managereviews\?.*q=/.test(response.url()));
  await controls.getByRole('searchbox', { name: 'Search' }).fill(tool.name);
  await searched;
  await expect(page).toHaveURL(/rate=1/);
  const row = rowsWith(page, words);
  await expect(row).toBeVisible();
  await expectColumns(row, ['Review', 'About', 'Given By', 'Actions']);
  const customer = `/dashboard/users/${encodeURIComponent(person.email)}`;
  await expect(row.getByRole('link', { name: person.name })).toHaveAttribute('href', customer);

  const hide = row.getByRole('button', { name: `Hide ${person.name}’s review` });
  await hide.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Hide ${person.name}’s review?` });
  const reason = dialog.getByRole('textbox', { name: 'Reason' });
  await expect(reason).toBeFocused();
  await reason.press('Enter');
  await expectProblem(reason, 'Please give a reason', 'Only the shop’s staff see it.');
  await reason.fill('Not this tool');
  await reason.press('Enter');
  await expectToast(page, 'Review hidden');
  const show = row.getByRole('button', { name: `Show ${person.name}’s review` });
  await expect(show).toBeFocused();
  await row.getByText(words).press('Enter');
  await expect(row.getByText(/^Hidden .*: Not this tool$/)).toBeVisible();
  await expectSoundScreen(page);
  expect(await rating()).toEqual([null, 0]);
  await readAgain();
  await expect(readers).toHaveCount(0);
  await opened(rival.page, '/dashboard/orders');
  await expect(rowsWith(rival.page, tool.name).getByText('Review hidden', { exact: true })).toBeVisible();

  await show.press('Enter');
  await expectToast(page, 'Review shown');
  await expect(hide).toBeFocused();
  expect(await rating()).toEqual([1, 1]);

  const answer = row.getByRole('button', { name: `Reply to ${person.name}’s review` });
  await answer.press('Enter');
  const text = row.getByRole('textbox', { name: `Reply to ${person.name}’s review` });
  await expect(text).toBeFocused();
  await row.getByRole('button', { name: 'Publish reply' }).click();
  await expectProblem(text, 'Please write a reply', 'Everyone can read it, under the review.');
  await text.fill('Sorry!\nA new one is on its way.');
  // Between the widths of a table and of cards.
  await page.setViewportSize({ width: 700, height: 900 });
  await expect(page.getByRole('table')).toHaveCount(0);
  await expect(text).toHaveValue('Sorry!\nA new one is on its way.');
  await row.getByRole('button', { name: 'Publish reply' }).click();
  await expectToast(page, 'Reply published');
  const edit = row.getByRole('button', { name: `Edit reply to ${person.name}’s review` });
  await expect(edit).toBeFocused();
  await readAgain();
  await readers.scrollIntoViewIfNeeded();
  await expect(readers.getByText('Reply from Toolyard', { exact: true })).toBeVisible();
  await expect(readers.getByText('A new one is on its way.')).toBeVisible();

  // Somebody else deletes the answer meanwhile: the list reports it, and shows the current state.
  await edit.click();
  await callAsAdmin('POST', `/review/${insertedId}/answer`, { text: '' });
  await row.getByRole('button', { name: 'Remove reply' }).click();
  await expectToast(page, 'Someone already did that. Here’s how it is now.');
  await expect(rowsWith(page, words).getByText('Reply from Toolyard')).toHaveCount(0);
  await controls.getByRole('searchbox', { name: 'Search' }).fill('zzzzzz');
  await page.getByRole('button', { name: 'Show all reviews' }).click();
  await expect(page).toHaveURL('/dashboard/reviews');
});
