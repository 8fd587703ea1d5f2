import { expect, opened, test } from './support/test.ts';

/** A page's scroll bar counts towards its width in `sizes`, but no content is there. */
const SCROLL_BAR = 16;

for (const width of [390, 700, 834, 1100, 1440]) {
  test(`at ${width} px pictures are chosen for the width that they have`, {
    tag: ['@desk', '@sweep'],
  }, async ({ page, buyer, tool }) => {
    expect(buyer.email).toBeTruthy();
    await page.setViewportSize({ width, height: 900 });
    const ofCard = page.getByRole('article').locator('picture img').first();
    const ofTool = page.getByRole('main').getByRole('img', { name: tool.name });
    for (const [path, picture] of [
      ['/', ofCard],
      ['/tools', ofCard],
      [`/tools/${tool.id}`, ofTool],
    ] as const) {
      await opened(page, path);
      await picture.scrollIntoViewIfNeeded();
      // The natural width of a picture chosen by `sizes` is the width that `sizes` declared.
      const { told, shown } = await picture.evaluate(async (img: HTMLImageElement) => {
        await img.decode();
        return { told: img.naturalWidth, shown: img.clientWidth };
      });
      expect(told, path).toBeGreaterThanOrEqual(shown);
      expect(told, path).toBeLessThanOrEqual(shown + SCROLL_BAR);
    }
  });
}
