import { spawn } from 'node:child_process';
import { once } from 'node:events';
import sharp from 'sharp';
import { findBrowser } from '#tests/support/find-browser.ts';
import { testForm } from '#tests/support/test-form.ts';
import { stagedShops } from './shops/staged-shops.ts';

/** Checks every screen in every state: starts the shops and runs Playwright on them. */
async function lookOverScreens(args: string[]): Promise<number> {
  const browser = findBrowser();
  const { shops, stop } = await stagedShops(
    drawBlank,
    testForm === 'short' ? ['demo', 'real', 'german'] : undefined,
  );
  try {
    const env = { ...process.env, CHROMIUM_PATH: browser, SCREENS_SHOPS: JSON.stringify(shops) };
    const config = 'tests/screens/playwright.config.ts';
    const cli = ['node_modules/@playwright/test/cli.js', 'test', '-c', config, ...args];
    const [code] = await once(spawn(process.execPath, cli, { stdio: 'inherit', env }), 'exit');
    return code ?? 1;
  } finally {
    await stop();
  }
}

/** One grey picture for every tool: these tests do not look at the plates, and drawing them is slow. */
function drawBlank(): Promise<Buffer> {
  return sharp({ create: { width: 400, height: 300, channels: 3, background: '#8d959c' } })
    .png()
    .toBuffer();
}

process.exitCode = await lookOverScreens(process.argv.slice(2));
