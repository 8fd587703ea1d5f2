import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright-core';

/** Chromium without windows: a new page takes a fifth of the CPU time that Chromium needs. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

const otherPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Returns the path of a Chromium for tests: `CHROMIUM_PATH`, the headless shell (installed now if missing,
 * as root on Debian and its derivatives), another one on the machine, or Playwright's own (installed now if
 * missing). @throws if none is found or can be installed */
export function findBrowser(): string {
  const others = [...otherPlaces, chromium.executablePath()];
  return (
    firstExisting([process.env.CHROMIUM_PATH ?? '', HEADLESS_SHELL]) ??
    installHeadlessShell() ??
    firstExisting(others) ??
    installPlaywrights() ??
    fail()
  );
}

const firstExisting = (places: string[]) => places.find((place) => existsSync(place));

function installHeadlessShell(): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return undefined;
  install('apt-get', ['update']);
  install('apt-get', ['install', '-y', '--no-install-recommends', 'chromium-headless-shell']);
  return firstExisting([HEADLESS_SHELL]);
}

function installPlaywrights(): string | undefined {
  install(process.execPath, ['node_modules/playwright-core/cli.js', 'install', 'chromium']);
  return firstExisting([chromium.executablePath()]);
}

function install(command: string, args: string[]): void {
  process.stdout.write(`Installing a browser: ${command} ${args.join(' ')}\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
}

function fail(): never {
  throw new Error(
    'No Chromium was found and none could be installed. Install one, or set CHROMIUM_PATH to its program.',
  );
}
