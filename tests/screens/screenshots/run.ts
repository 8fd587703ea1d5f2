import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { limitConcurrency } from '#platform/concurrency.ts';
import { projectFolder } from '#server/pages/build-pages.ts';
import { browserArgs } from '#tests/support/browser-launch.ts';
import { findBrowser } from '#tests/support/find-browser.ts';
import { scenes } from '../scenes/scenes.ts';
import { stagedShops } from '../shops/staged-shops.ts';
import { makeContactSheet } from './contact-sheet.ts';
import { writeIndexPage } from './index-page.ts';
import { photograph, type Shot } from './photograph.ts';
import { type Picture, windows } from './picture.ts';

/** Photographs every screen in every state, in three widths and both themes, into `screenshots/`. Usage: npm
 * run screenshots [-- WORD …] takes only scenes whose `screen--state` contains one of the words; `--list`
 * prints all names. */

const folder = join(projectFolder, 'screenshots');
const SHOTS_AT_ONCE = 4;
const say = (line: string) => process.stdout.write(`${line}\n`);

/** Returns whether every scene was photographed. */
async function takeScreenshots(chosen: string[]): Promise<boolean> {
  const isChosen = ({ screen, state }: { screen: string; state: string }) =>
    chosen.length === 0 || chosen.some((word) => `${screen}--${state}`.includes(word));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const executablePath = findBrowser();
  say('Starting the shops …');
  const { shops, stop } = await stagedShops();
  const browser = await chromium.launch({ executablePath, args: browserArgs });
  try {
    const shots = scenes
      .filter(isChosen)
      .flatMap((scene) =>
        windows
          .filter(({ width }) => width < (scene.below ?? Number.POSITIVE_INFINITY))
          .map((window): Shot => ({ scene, window, shop: shops[scene.shop] })),
      );
    const inTurn = limitConcurrency(SHOTS_AT_ONCE);
    const taken = await Promise.all(
      shots.map((shot) =>
        inTurn(() => photograph(browser, shot, folder).catch((error) => missed(shot, error)), 'all'),
      ),
    );
    await present(taken.flatMap((pictures) => pictures ?? []));
    return taken.every((pictures) => pictures !== undefined);
  } finally {
    await browser.close();
    await stop();
  }
}

function missed({ scene, window }: Shot, error: unknown): undefined {
  const [reason] = String(error).split('\nCall log:');
  say(`not taken: ${scene.screen}--${scene.state}--${window.width}: ${reason}`);
}

async function present(pictures: Picture[]): Promise<void> {
  for (const [screen, shown = []] of Object.entries(Object.groupBy(pictures, ({ screen }) => screen)))
    await makeContactSheet(screen, shown, folder);
  await writeIndexPage(pictures, folder);
  say(`${pictures.length} pictures are in ${folder}: open index.html there.`);
}

const chosen = process.argv.slice(2);
if (chosen.includes('--list')) for (const { screen, state } of scenes) say(`${screen}--${state}`);
else if (!(await takeScreenshots(chosen))) process.exitCode = 1;
