import type { Page } from '@playwright/test';
import { takePhotograph } from './support/photograph.ts';
import { expectPicture, rowsWith } from './support/rows.ts';
import { expectNoProblem, expectProblem, expectSoundScreen, expectToast } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makePicture } from './support/tools.ts';

test.beforeEach(({ admin: _ }) => undefined);

const priceHint = 'In USD, per unit';
const imageHint = 'JPEG, PNG, WebP, or AVIF, up to 10 MB. Shown in 4:3.';

function toolForm(page: Page) {
  return {
    name: page.getByRole('textbox', { name: 'Name' }),
    description: page.getByRole('textbox', { name: 'Description' }),
    minimum: page.getByRole('spinbutton', { name: 'Minimum Order Quantity' }),
    available: page.getByRole('spinbutton', { name: 'Available Quantity' }),
    price: page.getByRole('spinbutton', { name: 'Price' }),
    image: page.getByLabel('Image', { exact: true }),
    preview: page.getByRole('img', { name: 'Chosen file' }),
    progress: page.getByRole('progressbar', { name: 'Picture upload' }),
    add: page.getByRole('button', { name: 'Add', exact: true }),
  };
}

type ToolForm = ReturnType<typeof toolForm>;

const description = 'A 150 mm square of hardened steel for checking stock, with a notch to clear burrs.';

/** Fills in everything except the picture; returns the tool's unique name. */
async function typeTool({ name, description: text, minimum, available, price }: ToolForm): Promise<string> {
  const unique = `Engineer’s square ${process.pid}-${Date.now()}`;
  await name.fill(unique);
  await text.fill(description);
  await minimum.fill('3');
  await available.fill('1200');
  await price.fill('1249.50');
  return unique;
}

async function expectTyped(form: ToolForm, name: string, price = '1249.50') {
  await expect(form.name).toHaveValue(name);
  await expect(form.description).toHaveValue(description);
  await expect(form.minimum).toHaveValue('3');
  await expect(form.available).toHaveValue('1200');
  await expect(form.price).toHaveValue(price);
}

test('previews the whole card that buyers will see, its parts without overlap', { tag: '@desk' }, async ({
  page,
}) => {
  await opened(page, '/dashboard/addtool');
  const name = await typeTool(toolForm(page));
  const card = page.locator('[inert] article').filter({ hasText: name });
  const overlaps = await card.evaluate((box) => {
    const parts = [...box.children].map((part) => part.getBoundingClientRect());
    const floor = new DOMRect(0, box.getBoundingClientRect().bottom);
    return parts.map(({ bottom }, at) => bottom - (parts[at + 1] ?? floor).top).filter((over) => over > 1);
  });
  expect(overlaps).toEqual([]);
});

test('shows what is missing at each field, and removes it once it is corrected', async ({ page }) => {
  await opened(page, '/dashboard/addtool');
  await expect(page).toHaveTitle('Add a tool – Toolyard');
  const { name, description, minimum, available, price, image, add } = toolForm(page);
  await add.click();
  await expectProblem(name, 'Tool is required');
  await expectProblem(image, 'Image is required', imageHint);
  await expectProblem(description, 'Description is required');
  await expectProblem(minimum, 'Minimum Order Quantity is required');
  await expectProblem(available, 'Available Quantity is required');
  await expectProblem(price, 'Price is required', priceHint);
  await expect(name).toBeFocused();
  const problems = page.getByRole('alert').filter({ hasText: 'Please check' });
  await expect(problems).toHaveText(
    'Please check 6 fields: Name, Description, Minimum Order Quantity, Available Quantity, Price, and Image.',
  );

  await name.fill('   ');
  await expectProblem(name, 'Tool is required');
  await name.fill('Plane');
  await expectNoProblem(name);
  await description.fill('Smooths.');
  await expectNoProblem(description);
  await minimum.fill('1');
  await expectNoProblem(minimum);
  await available.fill('9');
  await expectNoProblem(available);
  await price.fill('0.5');
  await expectNoProblem(price, priceHint);
  await image.setInputFiles({ name: 'plane.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  await expectNoProblem(image, 'plane.jpg');
  await price.fill('');
  await expectProblem(price, 'Price is required', priceHint);
});

test('keeps what was typed after a reload, and asks before a chosen picture is lost', {
  tag: '@sweep',
}, async ({ page }) => {
  await opened(page, '/dashboard/addtool');
  const form = toolForm(page);
  const name = await typeTool(form);
  await page.reload();
  await expectTyped(form, name, '1249.5');
  await expect(page.getByText('We restored what you typed.')).toBeVisible();

  await form.image.setInputFiles({ name: 'plane.jpg', mimeType: 'image/jpeg', buffer: await makePicture() });
  const away = page.getByRole('contentinfo').getByRole('link', { name: 'About us' });
  await away.click();
  const dialog = page.getByRole('dialog', { name: 'Leave without adding the tool?' });
  await expect(dialog.getByRole('button', { name: 'Stay' })).toBeFocused();
  await expectSoundScreen(page);
  await dialog.getByRole('button', { name: 'Stay' }).click();
  await expectTyped(form, name, '1249.5');
  await expect(form.preview).toBeVisible();
  await away.click();
  await dialog.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/about');

  await opened(page, '/dashboard/addtool');
  await expectTyped(form, name, '1249.5');
  await page.getByRole('button', { name: 'Start over' }).click();
  await expect(form.name).toHaveValue('');
  await page.reload();
  await expect(form.name).toHaveValue('');
});

test('uploads a photo, and the shop has the tool at once', async ({ page, request }) => {
  // Caches the list without the tool.
  await request.get('/tools');
  await opened(page, '/dashboard/addtool');
  const form = toolForm(page);
  const name = await typeTool(form);
  const photograph = await takePhotograph();
  await form.image.setInputFiles(photograph);
  await expectPicture(form.preview);
  await expect(page.getByText(photograph.name, { exact: true })).toBeVisible();
  // A target partly covered by the top bar counts as too small.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectSoundScreen(page);

  const network = await page.context().newCDPSession(page);
  const wire = { offline: false, latency: 0, downloadThroughput: -1 };
  const uploadThroughput = photograph.buffer.length / 2;
  await network.send('Network.emulateNetworkConditions', { ...wire, uploadThroughput });
  await form.add.click();
  await expect(form.progress).toBeVisible();
  await expect(form.add).toBeDisabled();
  await expect(page.getByText(/^[1-9]\d?% uploaded$/)).toBeVisible();
  await expectToast(page, 'Tool added successfully!');
  await network.send('Network.emulateNetworkConditions', { ...wire, uploadThroughput: -1 });

  await expect(form.progress).toBeHidden();
  await expect(form.name).toHaveValue('');
  await expect(form.name).toBeFocused();
  await expect(form.preview).toBeHidden();
  await expectNoProblem(form.image, imageHint);

  const tools = await page.goto('/tools');
  expect(await tools?.text()).toContain(name);
  const card = page.getByRole('article').filter({ hasText: name });
  await expect(card).toContainText('$1,249.50');
  await expect(card.getByRole('definition')).toHaveText(['3', '1,200']);
  await expectPicture(card.getByRole('presentation'));
  await card.getByRole('link', { name: 'Add Cart' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect(page.getByText(description, { exact: true })).toBeVisible();
  const picture = page.getByRole('img', { name });
  await expectPicture(picture);
  const upright = await picture.evaluate(
    (img) => img instanceof HTMLImageElement && img.naturalHeight > img.naturalWidth,
  );
  expect(upright).toBe(true);
});

test.describe('when a tool cannot be added', () => {
  test.use({ expectedErrors: /status of (400|500)/ });

  test('a text file named like a picture is refused with a message, and the form keeps its input', {
    tag: ['@desk', '@sweep'],
  }, async ({ page }) => {
    await opened(page, '/dashboard/addtool');
    const form = toolForm(page);
    const name = await typeTool(form);
    const text = Buffer.from('No picture at all, only a list of what to buy.');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"></svg>');
    const huge = Buffer.from(await makePicture());
    // A camera's 108 megapixels, as the file's header declares them (ITU-T T.81, B.2.2).
    const head = huge.indexOf(Buffer.from([0xff, 0xc0]));
    huge.writeUInt16BE(9000, head + 5);
    huge.writeUInt16BE(12_000, head + 7);
    const take = ' Choose a JPEG, PNG, WebP, or AVIF picture.';
    for (const [file, buffer, problem] of [
      ['list.jpg', text, `That file is text, not a picture.${take}`],
      ['plan.png', svg, `That file is an SVG drawing.${take}`],
      ['huge.jpg', huge, 'That picture has 108 megapixels. Choose one with 50 or fewer.'],
    ] as const) {
      await form.image.setInputFiles({ name: file, mimeType: 'image/jpeg', buffer });
      await expectProblem(form.image, problem, file);
    }
    // Only the shop can detect this: bytes that are not part of the picture.
    const extra = Buffer.concat([await makePicture(), text]);
    await form.image.setInputFiles({ name: 'extra.jpg', mimeType: 'image/jpeg', buffer: extra });
    await expectNoProblem(form.image, 'extra.jpg');
    await form.add.click();
    await expectToast(page, 'Failed to add a tool.');
    const words =
      'This file contains more than a picture. Please save it again as a picture, then try again.';
    await expectProblem(form.image, words, 'extra.jpg');
    await expectTyped(form, name);
    // At this scroll position the top bar may cover part of a field, and axe would report the rest as too
    // small a target.
    await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
    await expectSoundScreen(page);

    await form.image.setInputFiles({
      name: 'square.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePicture(),
    });
    await expectNoProblem(form.image, 'square.jpg');
    await expectPicture(form.preview);
    await form.add.click();
    await expectToast(page, 'Tool added successfully!');
  });

  test('a failure of the shop is reported, and pressing the button again works', {
    tag: ['@sweep', '@desk'],
  }, async ({ page }) => {
    await opened(page, '/dashboard/addtool');
    const form = toolForm(page);
    const name = await typeTool(form);
    await form.image.setInputFiles({
      name: 'square.jpg',
      mimeType: 'image/jpeg',
      buffer: await makePicture(),
    });
    const message = 'Something went wrong in the shop. Try again in a moment.';
    const failure = { status: 500, json: { error: { code: 'internal', message } } };
    await page.route('/tool', (route) => route.fulfill(failure), { times: 1 });
    const uploads: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/image') uploads.push(request.method());
    });
    await form.add.click();
    await expectToast(page, 'Failed to add a tool.');
    await expect(page.getByRole('alert').filter({ hasText: message })).toBeVisible();
    await expectTyped(form, name);
    await expect(form.preview).toBeVisible();

    await form.add.click();
    await expectToast(page, 'Tool added successfully!');
    expect(uploads).toEqual(['POST']);
    await opened(page, `/dashboard/managetool?q=${encodeURIComponent(name)}`);
    await expect(rowsWith(page, name)).toHaveCount(1);
  });
});

test.describe('an upload whose answer is lost', { tag: ['@sweep', '@desk'] }, () => {
  test.use({ expectedErrors: /ERR_FAILED/ });

  test('is retried under its key; another picture has another key', async ({ page }) => {
    await opened(page, '/dashboard/addtool');
    const form = toolForm(page);
    await typeTool(form);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/image') keys.push(request.headers()['idempotency-key']);
    });
    await page.route(
      '/image',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    const picture = { name: 'square.jpg', mimeType: 'image/jpeg', buffer: await makePicture() };
    await form.image.setInputFiles(picture);
    await form.add.click();
    await expectToast(page, 'Failed to add a tool.');
    await form.add.click();
    await expectToast(page, 'Tool added successfully!');

    await typeTool(form);
    await form.image.setInputFiles(picture);
    await form.add.click();
    await expect(form.name).toHaveValue('');
    const [lost, again, another] = keys;
    expect(keys).toHaveLength(3);
    expect(lost).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(lost);
    expect(another).not.toBe(lost);
  });
});
