import { chips, closeFilters, found, makeFamily, names, openFilters, searchBox } from './support/filters.ts';
import { expectSoundScreen } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, pageOf } from './support/tools.ts';

test('stores words and filters in the URL, and clears them again', async ({ page }) => {
  const { family, saw, drill, lathe } = await makeFamily();
  await opened(page, '/tools');
  await searchBox(page).fill(family);
  await expect(names(page)).toHaveText([lathe.name, drill.name, saw.name]);
  await expect(page.getByText('3 tools', { exact: true }).first()).toBeVisible();

  let panel = await openFilters(page);
  await panel.getByRole('checkbox', { name: /^Merlin/ }).check();
  await expect(names(page)).toHaveText([lathe.name, drill.name]);
  await expectSoundScreen(page);
  await panel.getByRole('checkbox', { name: /^In stock/ }).check();
  await expect(names(page)).toHaveText([drill.name]);
  await expect(page).toHaveURL(`/tools?q=${family}&brand=Merlin&orderable=1`);
  await expect(panel.getByText('1 tool', { exact: true }).first()).toBeVisible();

  await panel.getByRole('textbox', { name: 'To' }).fill('5');
  await panel.getByRole('textbox', { name: 'To' }).press('Enter');
  await expect(found(page)).toContainText('No tools match your search');
  await closeFilters(page);
  await expect(chips(page)).toHaveText(['Merlin', 'Up to $5.00', 'In stock', 'Clear filters']);

  await page.goBack();
  await expect(names(page)).toHaveText([drill.name]);
  panel = await openFilters(page);
  await expect(panel.getByRole('textbox', { name: 'To' })).toHaveValue('');
  await closeFilters(page);
  await page.getByRole('link', { name: 'Remove filter: In stock' }).click();
  await expect(names(page)).toHaveText([lathe.name, drill.name]);
  await expect(page.getByRole('link', { name: 'Remove filter: Merlin' })).toBeFocused();
  panel = await openFilters(page);
  await expect(panel.getByRole('checkbox', { name: /^In stock/ })).not.toBeChecked();
  await closeFilters(page);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(page).toHaveURL(`/tools?q=${family}`);
  await expect(names(page)).toHaveText([lathe.name, drill.name, saw.name]);
  await expect(chips(page)).toHaveCount(0);
});

test('a new search keeps the filters, and starts its list at the top', { tag: '@sweep' }, async ({
  page,
}) => {
  const { family, drill, lathe } = await makeFamily();
  await opened(page, '/tools?brand=Kestrel&brand=Merlin&orderable=1');
  await page.evaluate(() => window.scrollTo(0, 900));
  await page.keyboard.press('Control+k');
  await searchBox(page).fill(family);
  await expect(page).toHaveURL(`/tools?q=${family}&brand=Kestrel&brand=Merlin&orderable=1`);
  await expect(names(page)).toHaveCount(2);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('link', { name: 'Remove filter: Kestrel' }).click();
  await expect(names(page)).toHaveText([drill.name]);
  await page.getByRole('link', { name: 'Clear search' }).click();
  await expect(page).toHaveURL('/tools?brand=Merlin&orderable=1');
  await expect(searchBox(page)).toBeFocused();
  await expect(searchBox(page)).toHaveValue('');
  await expect(names(page).filter({ hasText: lathe.name })).toHaveCount(0);
});

test('counts what each filter would find', async ({ page }) => {
  const { family } = await makeFamily();
  await opened(page, `/tools?q=${family}&brand=Merlin`);
  const panel = await openFilters(page);
  await expect(panel.getByRole('checkbox', { name: 'Merlin 2' })).toBeChecked();
  await expect(panel.getByRole('checkbox', { name: 'Kestrel 1' })).not.toBeChecked();
  await expect(panel.getByRole('radio', { name: 'Machines 1' })).toBeVisible();
  await expect(panel.getByRole('checkbox', { name: 'In stock 1' })).toBeVisible();
  await expect(panel.getByRole('link', { name: /^\$100\.00 – \$249\.99/ })).toContainText('1');
  await expect(panel.getByRole('radio', { name: '4 stars and up 0' })).toBeVisible();
});

test('a price range is typed or chosen', { tag: '@sweep' }, async ({ page }) => {
  const { family, saw, drill, lathe } = await makeFamily();
  await opened(page, `/tools?q=${family}`);
  let panel = await openFilters(page);
  const from = page.getByRole('textbox', { name: 'From' });
  const to = page.getByRole('textbox', { name: 'To' });
  await from.fill('$100');
  await to.fill('20');
  await to.press('Enter');
  await expect(names(page)).toHaveText([saw.name]);
  await expect(page).toHaveURL(`/tools?q=${family}&min_price=20&max_price=100`);
  await expect(from).toHaveValue('20');
  await expect(to).toHaveValue('100');
  await closeFilters(page);
  await page.getByRole('link', { name: 'Remove filter: $20.00 – $100.00' }).click();
  await expect(names(page)).toHaveCount(3);
  panel = await openFilters(page);
  await expect(to).toHaveValue('');
  await panel.getByRole('link', { name: /^\$500\.00 – \$999\.99/ }).click();
  await expect(names(page)).toHaveText([lathe.name]);
  await expect(from).toHaveValue('500');
  await closeFilters(page);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Price: low to high');
  await expect(page).toHaveURL(/&sort=price$/);
  await page.getByRole('link', { name: 'Clear filters' }).click();
  await expect(names(page)).toHaveText([saw.name, drill.name, lathe.name]);
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toHaveValue('price');
});

test('a specification range is typed, stored in the URL and cleared again', {
  tag: '@sweep',
}, async ({ page }) => {
  const family = `Volt${Math.random().toString(36).slice(2, 8)}`;
  const make = (name: string, volts: string) =>
    makeToolByApi({
      name: `${family} ${name}`,
      specifications: [{ name: 'Voltage', value: volts, unit: 'V' }],
    });
  const [small, middle, large] = [
    await make('one', '10.8'),
    await make('two', '18'),
    await make('three', '36'),
  ];
  await opened(page, `/tools?q=${family}`);
  let panel = await openFilters(page);
  const voltage = page.getByRole('group', { name: 'Voltage, V' });
  await expect(voltage).toContainText('10.8 – 36');
  const from = voltage.getByRole('textbox', { name: 'From' });
  const to = voltage.getByRole('textbox', { name: 'To' });
  await from.fill('volts');
  await from.press('Enter');
  await expect(page).toHaveURL(`/tools?q=${family}`);
  await from.fill('18');
  await from.press('Enter');
  await expect(names(page)).toHaveText([large.name, middle.name]);
  await expectSoundScreen(page);
  await to.fill('12');
  await to.press('Enter');
  await expect(names(page)).toHaveText([middle.name]);
  await expect(page).toHaveURL(`/tools?q=${family}&spec=Voltage%2C+V%3A12..18`);
  await expect(from).toHaveValue('12');
  // The range of the results without this filter.
  await expect(voltage).toContainText('10.8 – 36');
  await closeFilters(page);
  await page.reload();
  await expect(names(page)).toHaveText([middle.name]);
  await expect(chips(page)).toHaveText(['Voltage, V: 12 – 18', 'Clear filters']);
  panel = await openFilters(page);
  await panel.getByRole('checkbox', { name: /^In stock/ }).check();
  await expect(page).toHaveURL(`/tools?q=${family}&orderable=1&spec=Voltage%2C+V%3A12..18`);
  await closeFilters(page);
  await page.getByRole('link', { name: 'Remove filter: Voltage, V: 12 – 18' }).click();
  await expect(names(page)).toHaveText([large.name, middle.name, small.name]);
  await openFilters(page);
  await expect(to).toHaveValue('');
});

test('highlights the searched words, and escapes markup in names', { tag: ['@desk', '@sweep'] }, async ({
  page,
}) => {
  const family = `Quor${Math.random().toString(36).slice(2, 8)}`;
  await makeToolByApi({ name: `${family} <b>bold</b> plane`, brand: 'Kestrel' });
  await opened(page, `/tools?q=${family.toLowerCase()}+pla`);
  await expect(names(page)).toHaveText([`${family} <b>bold</b> plane`]);
  await expect(names(page).locator('mark')).toHaveText([family, 'pla']);
  await expect(names(page).locator('b')).toHaveCount(0);
});

test('typing replaces the URL in place and keeps what is typed', { tag: '@sweep' }, async ({ page }) => {
  const { family, saw, drill, lathe } = await makeFamily();
  await opened(page, '/');
  await page.getByRole('link', { name: 'See all tools' }).click();
  await expect(page).toHaveURL('/tools');
  await searchBox(page).pressSequentially(`${family} `, { delay: 20 });
  await expect(names(page)).toHaveText([lathe.name, drill.name, saw.name]);
  await expect(searchBox(page)).toHaveValue(`${family} `);
  await expect(searchBox(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL('/');
});

test('a change made during another one applies both', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  const { family, saw, drill } = await makeFamily();
  await opened(page, `/tools?q=${family}&brand=Merlin&orderable=1`);
  const replies = Promise.withResolvers<void>();
  await page.route(/\/tool\/cards\?/, async (route) => {
    await replies.promise;
    await route.continue();
  });
  const panel = await openFilters(page);
  await panel.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
  await chips(page).filter({ hasText: 'Merlin' }).click();
  await expect(chips(page)).toHaveText(['In stock', 'Clear filters']);
  await expect(panel.getByRole('checkbox', { name: /^Merlin/ })).not.toBeChecked();
  await panel.getByRole('checkbox', { name: /^Kestrel/ }).check();
  await expect(chips(page)).toHaveText(['Kestrel', 'In stock', 'Clear filters']);
  await expect(names(page)).toHaveText([drill.name]);
  replies.resolve();
  await expect(names(page)).toHaveText([saw.name]);
  await expect(page).toHaveURL(`/tools?q=${family}&brand=Kestrel&orderable=1&sort=price`);
});

test('a filter without results cannot be selected, and a selected one can be cleared', {
  tag: ['@desk', '@sweep'],
}, async ({ page }) => {
  const { family, saw, lathe } = await makeFamily();
  await opened(page, `/tools?q=${family}`);
  const machines = page.getByRole('radio', { name: /^Machines/ });
  const kestrel = page.getByRole('checkbox', { name: /^Kestrel/ });
  await expect(page.getByRole('radio', { name: /^4 stars/ })).toBeDisabled();
  await expect(machines).toBeEnabled();
  // The filters have their own scroll bar, so positions are measured from their top.
  const placeOf = async () =>
    ((await machines.boundingBox())?.y ?? 0) -
    ((await page.getByRole('radio', { name: 'All categories' }).boundingBox())?.y ?? 0);
  const place = await placeOf();
  await kestrel.check();
  await expect(names(page)).toHaveText([saw.name]);
  await expect(machines).toBeDisabled();
  expect(await placeOf()).toBe(place);
  await expect(page.getByRole('radio', { name: /^Hand tools/ })).toBeEnabled();
  await opened(page, `/tools?q=${family}&category=Machines&brand=Kestrel`);
  await expect(found(page)).toContainText('No tools match your search');
  await kestrel.uncheck();
  await expect(names(page)).toHaveText([lathe.name]);
});

test('shows tools as compact rows, which the URL stores', { tag: '@sweep' }, async ({ page }) => {
  const { family, saw, drill, lathe } = await makeFamily();
  await opened(page, `/tools?q=${family}`);
  const first = found(page).getByRole('article').first();
  const { height: card = 0 } = (await first.boundingBox()) ?? {};
  await page.getByRole('link', { name: 'Show as rows' }).click();
  await expect(page).toHaveURL(`/tools?q=${family}&view=rows`);
  await expect.poll(async () => (await first.boundingBox())?.height).toBeLessThan(card / 1.5);
  await expect(first).toContainText(/INSTOCK.*Order Quantity.*Available Quantity.*\$900\.00.*Add Cart/);
  await expectSoundScreen(page);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('price');
  await expect(page).toHaveURL(`/tools?q=${family}&sort=price&view=rows`);
  await page.reload();
  await expect(names(page)).toHaveText([saw.name, drill.name, lathe.name]);
  await expect(found(page).getByRole('link', { name: 'Add Cart' }).first()).toHaveAttribute(
    'href',
    pageOf(saw),
  );
  await page.getByRole('link', { name: 'Show as cards' }).click();
  await expect(page).toHaveURL(`/tools?q=${family}&sort=price`);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a button submits the form', async ({ page }) => {
    const { family, drill, lathe } = await makeFamily();
    await page.goto(`/tools?q=${family}`);
    await page.getByRole('link', { name: 'Show as rows' }).click();
    const panel = await openFilters(page);
    await panel.getByRole('checkbox', { name: /^Merlin/ }).check();
    await panel.getByRole('button', { name: 'Show 3 tools' }).click();
    await expect(page).toHaveURL(/[?&]view=rows/);
    await expect(names(page)).toHaveText([lathe.name, drill.name]);
    await expect(chips(page)).toHaveText(['Merlin', 'Clear filters']);
    await page.getByRole('link', { name: 'Remove filter: Merlin' }).click();
    await expect(names(page)).toHaveCount(3);
  });
});

test.describe('without the facets', { tag: '@sweep' }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('the list and its filters still show', async ({ page }) => {
    const { family, drill, lathe } = await makeFamily();
    await opened(page, '/');
    await page.route(/\/tool\/facets/, (route) => route.abort());
    await page.getByRole('link', { name: 'See all tools' }).click();
    await searchBox(page).fill(family);
    await expect(names(page)).toHaveCount(3);
    await page.goto(`/tools?q=${family}&brand=Merlin`);
    await expect(names(page)).toHaveText([lathe.name, drill.name]);
  });
});

test('the filters are usable by keyboard alone', { tag: ['@desk', '@sweep'] }, async ({ page }) => {
  const { family, drill, lathe, saw } = await makeFamily();
  await opened(page, `/tools?q=${family}`);
  await page.getByRole('main').focus();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('combobox', { name: 'Sort by' })).toBeFocused();
  for (const view of ['Show as cards', 'Show as rows']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: view })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'All categories' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(names(page)).toHaveText([drill.name, saw.name]);
  await expect(page.getByRole('checkbox', { name: /^In stock/ })).toBeFocused();
  await page.keyboard.press('Space');
  await expect(names(page)).toHaveText([lathe.name, drill.name, saw.name]);
});
