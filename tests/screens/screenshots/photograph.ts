import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { HIGHEST, openScene, settle, signIn } from '../open-scene.ts';
import type { Scene, StagedShop } from '../scene.ts';
import { type Picture, pictureOf, themes, type windows } from './picture.ts';

/** A scene in one window size. */
export type Shot = { scene: Scene; shop: StagedShop; window: (typeof windows)[number] };

/** Photographs one scene in one window, in both themes. */
export async function photograph(
  browser: Browser,
  { scene, shop, window }: Shot,
  folder: string,
): Promise<Picture[]> {
  const context = await openBrowser(browser, window);
  try {
    await signIn(context, shop, scene);
    const page = await context.newPage();
    await openScene(page, scene, shop);
    await page.evaluate(layOutAll);
    const pictures: Picture[] = [];
    for (const theme of themes) {
      const picture = pictureOf(scene, window.width, theme);
      await page.emulateMedia({ colorScheme: theme });
      await settle(page);
      await capture(page, scene, join(folder, picture.file));
      pictures.push(picture);
    }
    return pictures;
  } finally {
    await context.close();
  }
}

function openBrowser(browser: Browser, viewport: Shot['window']): Promise<BrowserContext> {
  const isPhone = viewport.width < 600;
  return browser.newContext({ viewport, reducedMotion: 'reduce', hasTouch: isPhone, isMobile: isPhone });
}

/** Renders off-screen content too, which is otherwise laid out only near the viewport, for the picture of the
 * whole page. */
function layOutAll(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { content-visibility: visible !important }');
  document.adoptedStyleSheets.push(sheet);
}

async function capture(page: Page, scene: Scene, path: string): Promise<void> {
  if (scene.isOverlay) {
    await page.screenshot({ path });
    return;
  }
  const { width, height } = await page.evaluate(() => {
    // Where an action has led down the page, what sticks to the window would else
    // stand in the middle of the picture.
    window.scrollTo(0, 0);
    const { scrollWidth, scrollHeight } = document.documentElement;
    return { width: scrollWidth, height: scrollHeight };
  });
  await page.screenshot({
    path,
    fullPage: true,
    clip: { x: 0, y: 0, width, height: Math.min(height, HIGHEST) },
  });
}
