import type { Page } from '@playwright/test';
import { callAsAdmin } from './support/people.ts';
import { expectPicture } from './support/rows.ts';
import { expectSoundScreen, watchShifts } from './support/screen.ts';
import { expect, opened, test } from './support/test.ts';
import { makeToolByApi, type ShopTool, uploadPicture } from './support/tools.ts';

const gallery = (page: Page, tool: ShopTool) =>
  page.getByRole('region', { name: `Pictures of ${tool.name}` });

/** Makes a tool with one more picture for each colour. */
async function makePicturedTool(colours: string[]): Promise<ShopTool> {
  const tool = await makeToolByApi();
  const pictures = await Promise.all(colours.map(async (colour) => ({ img: await uploadPicture(colour) })));
  await callAsAdmin('PATCH', `/tool/${tool.id}`, { version: 1, pictures });
  return tool;
}

/** Asserts which picture fills the gallery. */
const expectShown = async (page: Page, tool: ShopTool, nth: number, all: number) => {
  await expect(page.getByText(`Picture ${nth} of ${all}`, { exact: true })).toBeVisible();
  const name = nth === 1 ? tool.name : `${tool.name}, picture ${nth} of ${all}`;
  const picture = gallery(page, tool).getByRole('img', { name, exact: true });
  await expect(picture).toBeInViewport({ ratio: 0.9 });
  await expectPicture(picture);
};

test('a tool’s pictures are browsed by keys, buttons and thumbnails, and nothing jumps @desk', {
  tag: '@sweep',
}, async ({ page, buyer: _ }) => {
  const tool = await makePicturedTool(['#a05020', '#20a050']);
  await opened(page, `/tools/${tool.id}`);
  await expect(page.getByRole('heading', { name: 'Order this tool' })).toBeVisible();
  const shifts = await watchShifts(page);
  await expectShown(page, tool, 1, 3);
  await gallery(page, tool).focus();
  await page.keyboard.press('ArrowRight');
  await expectShown(page, tool, 2, 3);
  await page.keyboard.press('End');
  await expectShown(page, tool, 3, 3);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expectShown(page, tool, 2, 3);
  await page.getByRole('button', { name: 'Previous picture' }).click();
  await expectShown(page, tool, 1, 3);
  await page.getByRole('button', { name: 'Picture 3 of 3' }).click();
  await expectShown(page, tool, 3, 3);
  expect(await shifts()).toEqual([]);
  await expectSoundScreen(page);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true });

  test('the gallery follows the finger', { tag: '@sweep' }, async ({ page, buyer: _ }) => {
    const tool = await makePicturedTool(['#305090']);
    await opened(page, `/tools/${tool.id}`);
    await expectShown(page, tool, 1, 2);
    const box = await gallery(page, tool).boundingBox();
    if (!box) throw new Error('the strip has no box');
    const y = box.y + 60;
    const screen = await page.context().newCDPSession(page);
    const touch = (
      type: 'touchStart' | 'touchMove' | 'touchEnd',
      ...touchPoints: { x: number; y: number }[]
    ) => screen.send('Input.dispatchTouchEvent', { type, touchPoints });
    const from = box.x + box.width * 0.9;
    await touch('touchStart', { x: from, y });
    for (let moved = 10; moved < box.width * 0.8; moved += 10) {
      await touch('touchMove', { x: from - moved, y });
    }
    await touch('touchEnd');
    await expectShown(page, tool, 2, 2);
    await expectSoundScreen(page);
  });
});
