import { test as base, expect, type Page } from '@playwright/test';
import { testForm } from '#tests/support/test-form.ts';
import { axeProblems } from './checks/axe.ts';
import { brokenTextProblems } from './checks/broken-words.ts';
import { densityProblems, staffLists } from './checks/density.ts';
import { forcedColourProblems } from './checks/forced-colours.ts';
import { keyboardProblems } from './checks/keyboard.ts';
import { motionProblems, noteShifts, shiftProblems } from './checks/motion.ts';
import { outlineProblems } from './checks/outline.ts';
import { tableProblems } from './checks/tables.ts';
import { sidewaysProblems, spacingProblems } from './checks/width.ts';
import { openScene, settle, signIn } from './open-scene.ts';
import type { Scene, StagedShops } from './scene.ts';
import { scenes } from './scenes/scenes.ts';

const shops: StagedShops = JSON.parse(process.env.SCREENS_SHOPS ?? '{}');

/** `npm test` checks the first state of each screen in the shops that it stages: axe, the outline, and the
 * fit in the narrowest window. The full sweep runs every check on every state; otherwise dark theme, forced
 * colours and narrow windows are checked only in the states with the most content. */
const staged = scenes.filter(({ shop }) => shop in shops);
const chosen =
  testForm === 'short' ? staged.filter(({ screen }, index) => screen !== staged[index - 1]?.screen) : scenes;
const full = ['content', 'long', 'many', 'problems'];

/** The states with the most content, by preference; a screen may have no `content`. */
const fullest = ['content', 'many', 'lines', 'checked', 'offered', 'admin', 'set', 'refused'];

/** Screens whose rows are a table in wide windows and cards in narrow ones. */
const tables = [
  ...['orders', 'overview', 'users', 'manage-orders', 'staff-desk', 'messages', 'manage-tools'],
  ...[
    'reviews',
    'activity',
    'invoices',
    'stock-list',
    'quotes',
    'my-quotes',
    'synonyms',
    'returns',
    'my-returns',
    'families',
  ],
  ...['webhooks', 'webhook-deliveries'],
];

const phone = { width: 390, height: 844 };
/** The narrowest window that must lose no content (WCAG 1.4.10), a desktop window zoomed to 200 %, and a
 * tablet's. */
const narrow = [
  { width: 320, height: 720 },
  { width: 640, height: 450 },
  { width: 834, height: 1112 },
] as const;

const test = base.extend<{ scene: (scene: Scene) => Promise<void> }>({
  scene: async ({ page, context }, use) => {
    await page.addInitScript(noteShifts);
    await use(async (scene) => {
      await signIn(context, shops[scene.shop], scene);
      await openScene(page, scene, shops[scene.shop]);
      await settle(page);
    });
  },
});

for (const each of chosen) {
  test(`${each.screen}, ${each.state}`, async ({ page, scene }) => {
    if (each.below) await page.setViewportSize(phone);
    await scene(each);
    const problems = [
      ...(await shiftProblems(page)),
      ...(await motionProblems(page)),
      ...(await outlineProblems(page)),
      ...(await sidewaysProblems(page)),
      ...(await axeProblems(page, 'everything')),
      ...(testForm === 'short' ? await inNarrowestWindow(page) : await furtherProblems(page, each)),
      ...(await brokenTextProblems(page, each.below)),
      ...(each.state === 'content' && staffLists.includes(each.screen) ? await densityProblems(page) : []),
    ];
    expect(problems.filter((problem) => !(each.isBlank && /h1|heading-one/.test(problem)))).toEqual([]);
  });
}

async function inNarrowestWindow(page: Page): Promise<string[]> {
  await page.setViewportSize(narrow[0]);
  await settle(page);
  return (await sidewaysProblems(page)).map((problem) => `narrow: ${problem}`);
}

/** Whether this is the state of its screen with the most content. */
function isFullest({ screen, state }: Scene): boolean {
  const states = scenes.filter((other) => other.screen === screen).map((other) => other.state);
  return state === (fullest.find((each) => states.includes(each)) ?? states[0]);
}

async function furtherProblems(page: Page, scene: Scene): Promise<string[]> {
  const { screen, state } = scene;
  const problems = isFullest(scene) ? await keyboardProblems(page) : [];
  if (tables.includes(screen) && /^(content|long)$/.test(state))
    problems.push(...(await tableProblems(page)));
  if (testForm === 'full' || full.includes(state) || isFullest(scene)) {
    problems.push(...(await forcedColourProblems(page)));
    problems.push(...(await inTheDark(page)), ...(await inNarrowWindows(page)));
  }
  return problems;
}

async function inTheDark(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  await settle(page);
  const problems = await axeProblems(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  return problems.map((problem) => `dark: ${problem}`);
}

async function inNarrowWindows(page: Page): Promise<string[]> {
  await page.setViewportSize(phone);
  const problems = await axeProblems(page, 'everything');
  for (const window of narrow) {
    await page.setViewportSize(window);
    await settle(page);
    problems.push(...(await sidewaysProblems(page)), ...(await spacingProblems(page)));
  }
  return problems.map((problem) => `narrow: ${problem}`);
}
