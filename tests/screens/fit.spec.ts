import { expect, type Page, test } from '@playwright/test';
import { testForm } from '#tests/support/test-form.ts';
import { fitProblems } from './checks/fit.ts';
import { openScene, settle, signIn } from './open-scene.ts';
import type { Scene, StagedShops } from './scene.ts';
import { scenes } from './scenes/scenes.ts';
import { buyer, realBuyer } from './shops/cast.ts';

const shops: StagedShops = JSON.parse(process.env.SCREENS_SHOPS ?? '{}');

/** What `npm test` walks: the lists, and what people buy by. */
const short = [
  ...['tools', 'tool', 'cart', 'payment', 'overview', 'manage-orders', 'manage-tools'],
  ...['invoices', 'users', 'reviews', 'stock-list', 'quotes', 'activity'],
];

const realBuyersPath = encodeURIComponent(realBuyer.email);

/** Each screen with its content, in a shop with the longest that is real, as the German one is, too. */
const isWalked = ({ screen }: Scene) => testForm !== 'short' || short.includes(screen);
const filled = scenes
  .filter(({ shop, state }) => shop === 'demo' && state === 'content')
  .filter(isWalked)
  .map(({ path, ...scene }) => ({
    ...scene,
    shop: 'real' as const,
    path: typeof path === 'string' ? path.replace(encodeURIComponent(buyer.email), realBuyersPath) : path,
    shows: (page: Page) => page.getByRole('heading', { level: 1 }),
  }));

const german = scenes
  .filter(({ shop, state }) => shop === 'german' && /^(content|notices?|review)$/.test(state))
  .filter(isWalked);

for (const scene of [...filled, ...german]) {
  test(`${scene.screen}${scene.shop === 'german' ? `, ${scene.state},` : ''} has room for the longest real content`, async ({
    page,
    context,
  }) => {
    await signIn(context, shops[scene.shop], scene);
    await openScene(page, scene, shops[scene.shop]);
    await settle(page);
    expect(await fitProblems(page)).toEqual([]);
  });
}
