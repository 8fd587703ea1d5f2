import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

const usualPlaces = [
  // Chromium without windows of its own, which takes a quarter of the processor for a new page.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/**
 * The path of a Chromium to test with: `CHROMIUM_PATH`, one of the machine's, Playwright's own, or one installed now.
 * @throws when there is none and none can be installed.
 */
export function findBrowser(): string {
  return firstExisting() ?? install() ?? fail();
}

function firstExisting(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  return [...(named ? [named] : []), ...usualPlaces, chromium.executablePath()].find((path) =>
    existsSync(path),
  );
}

/** Installs from the system's packages as root on Debian and its kin, else through Playwright. */
function install(): string | undefined {
  const isRootOnDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  const steps = isRootOnDebian
    ? [
        ['apt-get', 'update'],
        ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'],
      ]
    : [[process.execPath, 'node_modules/playwright-core/cli.js', 'install', 'chromium']];
  for (const [command = '', ...args] of steps) {
    process.stdout.write(`Installing a browser: ${command} ${args.join(' ')}\n`);
    spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
  }
  return firstExisting();
}

function fail(): never {
  throw new Error(
    'No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH to its program.',
  );
}
