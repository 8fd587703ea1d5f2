import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../..');

/** What is brought to a machine without the tools. */
export const brought = [
  ...['.npmrc', 'build', 'database', 'demo', 'package-lock.json', 'package.json', 'packages'],
  ...['scripts', 'src'],
];

/** Makes a folder outside of the project with what is brought to such a machine, and what `npm ci --omit=dev`
 * installs there. The packages are copies of those installed here, so no registry is asked. */
export async function makeProductionFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-production-'));
  // As root, PostgreSQL runs as another user, who must be able to pass through.
  await chmod(folder, 0o711);
  for (const name of brought) await cp(join(root, name), join(folder, name), { recursive: true });
  for (const path of productionPackages()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    execFileSync('cp', ['-r', join(root, path), join(folder, path)]);
  }
  await mkdir(join(folder, 'node_modules/.bin'), { recursive: true });
  await cp(join(root, 'node_modules/.bin/node'), join(folder, 'node_modules/.bin/node'), {
    verbatimSymlinks: true,
  });
  return folder;
}

/** The folders of the packages that `npm ci --omit=dev` installs on this machine, by the lockfile. Those
 * inside others are copied with them. */
function productionPackages(): string[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: true }>;
  };
  return Object.entries(packages).flatMap(([path, { dev }]) =>
    path.lastIndexOf('node_modules/') === 0 && !dev && existsSync(join(root, path)) ? [path] : [],
  );
}
