import { expect, type Page, test } from '@playwright/test';
import { testForm } from '#tests/support/test-form.ts';
import { fitProblems } from './checks/fit.ts';
import { openScene, settle, signIn } from './open-scene.ts';
import type { StagedShops } from './scene.ts';
import { scenes } from './scenes/scenes.ts';
import { buyer, realBuyer } from './shops/cast.ts';

const shops: StagedShops = JSON.parse(process.env.SCREENS_SHOPS ?? '{}');

/** What `npm test` walks: the lists, and what people buy by. */
const short = [
  ...['tools', 'tool', 'cart', 'payment', 'overview', 'manage-orders', 'manage-tools'],
  ...['invoices', 'users', 'reviews', 'stock-list', 'quotes', 'activity'],
];

const realBuyersPath = encodeURIComponent(realBuyer.email);

/** Each screen with its content, in a shop with the longest that is real. */
const filled = scenes
  .filter(({ shop, state }) => shop === 'demo' && state === 'content')
  .filter(({ screen }) => testForm !== 'short' || short.includes(screen))
  .map(({ path, ...scene }) => ({
    ...scene,
    shop: 'real' as const,
    path: typeof path === 'string' ? path.replace(encodeURIComponent(buyer.email), realBuyersPath) : path,
    shows: (page: Page) => page.getByRole('heading', { level: 1 }),
  }));

for (const scene of filled) {
  test(`${scene.screen} has room for the longest real content`, async ({ page, context }) => {
    await signIn(context, shops.real, scene);
    await openScene(page, scene, shops.real);
    await settle(page);
    expect(await fitProblems(page)).toEqual([]);
  });
}
