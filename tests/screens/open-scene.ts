import type { BrowserContext, Page, Route } from 'playwright-core';
import type { Role, Scene, StagedShop } from './scene.ts';
import { admin, buyer, longBuyer, realBuyer, staff } from './shops/cast.ts';
import { createShopClient } from './shops/shop-client.ts';

const STATE_MS = 30_000;
/** Maximum height of a full-page picture, in pixels: more shows nothing new. */
export const HIGHEST = 7_000;
const busy = { code: 'unavailable', message: 'The shop is busy. Please try again in a moment.' };

/** Signs the scene's person in, in a browser context that will open scenes of that shop. */
export async function signIn(context: BrowserContext, shop: StagedShop, scene: Pick<Scene, 'role' | 'shop'>) {
  const person = personOf(scene);
  const token = person && (await createShopClient(shop.origin).signIn(person));
  await context.addInitScript((kept) => {
    document.addEventListener('hydrated', () => Object.assign(window, { hydrated: true }));
    // A mail's sandboxed frame has no storage.
    if (window !== window.top || !kept || localStorage.getItem('screens-session-given')) return;
    localStorage.setItem('screens-session-given', 'yes');
    localStorage.setItem('accessToken', kept);
  }, token);
}

function personOf({ role, shop }: { role: Role; shop: Scene['shop'] }) {
  if (role === 'visitor') return undefined;
  if (role === 'admin') return admin;
  if (role === 'staff') return staff;
  if (shop === 'real') return realBuyer;
  return shop === 'long' ? longBuyer : buyer;
}

/** Brings a page to a scene: the shop's answers are held or refused as it says, and its action is taken. */
export async function openScene(page: Page, scene: Scene, shop: StagedShop): Promise<void> {
  const { held, refused } = scene;
  if (held ?? refused) await page.route(/^http/, (route) => answer(route, scene));
  const path = typeof scene.path === 'string' ? scene.path : scene.path(shop);
  await page.goto(`${shop.origin}${path}`);
  // A visitor's page hydrates at the first sign of activity.
  for (const place of [1, 2]) await page.mouse.move(place, place);
  await page.waitForFunction(() => 'hydrated' in window, undefined, { timeout: STATE_MS });
  await scene.act?.(page);
  await scene.shows(page).first().waitFor({ timeout: STATE_MS });
  if (!scene.held) await filled(page);
}

async function answer(route: Route, { held, refused }: Scene): Promise<void> {
  const request = route.request();
  const { pathname, search } = new URL(request.url());
  const call = `${request.method()} ${pathname}${search}`;
  if (held?.test(call)) return;
  if (refused?.test(call))
    return route.fulfill({ status: 503, headers: { 'retry-after': '2' }, json: { error: busy } });
  return route.fallback();
}

/** Waits until no placeholder is left. Some content loads only near the viewport: once nothing in view is
 * pending, the window scrolls to the next placeholder and records that (`wentAhead`). */
async function filled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => {
      const isInSight = (shape: Element) => {
        const { top, bottom } = shape.getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      };
      const shapes = [...document.querySelectorAll('.animate-pulse, .animate-spin, [aria-busy="true"]')];
      const waiting = shapes.filter((shape) => shape.checkVisibility());
      if (waiting.length > 0 && !waiting.some(isInSight)) {
        Object.assign(window, { wentAhead: true });
        waiting[0]?.scrollIntoView({ block: 'center' });
      }
      return waiting.length === 0;
    },
    undefined,
    { timeout: STATE_MS },
  );
}

/** Waits until the page is stable: layout done, fonts and pictures loaded, colour transitions finished. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // Resize observers run right after a frame's callbacks, so their effect is visible by the next frame.
    for (const _ of ['told', 'followed']) await new Promise(requestAnimationFrame);
    await document.fonts.ready;
    const pictures = [...document.images].filter((picture) => picture.checkVisibility());
    for (const picture of pictures) picture.loading = 'eager';
    await Promise.allSettled(pictures.map((picture) => picture.decode()));
    const isSeen = ({ effect }: Animation) =>
      effect instanceof KeyframeEffect &&
      effect.getTiming().iterations !== Number.POSITIVE_INFINITY &&
      effect.target?.checkVisibility({ contentVisibilityAuto: true });
    await Promise.allSettled(
      document
        .getAnimations()
        .filter(isSeen)
        .map(({ finished }) => finished),
    );
  });
}
