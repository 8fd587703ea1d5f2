/** A known hole in something that the shop runs on: `package` is an npm package, `node` or `postgresql`. */
type Advisory = {
  /** The day it was written down here (ISO 8601). */
  date: string;
  package: string;
  /** The first version that has it; every older one too, where it is left out. */
  from?: string;
  /** The first version without it. */
  before: string;
  about: string;
  /** Why the shop comes with it all the same, and what its keeper can do. */
  accepted?: string;
};

/** Written down by hand, since nothing is asked over the network: `npm run advisories`
 * holds what is installed to it. */
export const advisories: Advisory[] = [
  {
    date: '2026-11-26',
    package: 'node',
    from: '24.0.0',
    before: '24.22.1',
    about: 'Node 24.22.1 closes ten holes',
    accepted:
      'the registry has no newer Node 24 that could come along; a newer one on the machine is used instead, so install that',
  },
  {
    date: '2026-11-26',
    package: 'postgresql',
    from: '18.0',
    before: '18.7',
    about: 'PostgreSQL 18.7 closes holes of 18.4',
    accepted:
      'the registry has no newer PostgreSQL that could come along; for a shop that is open to the world, give it one of your own (DATABASE_URL)',
  },
];

/** What is known of a version, such as `24.21.0` or `18.4`. */
export function findAdvisories(name: string, version: string): Advisory[] {
  return advisories.filter(
    ({ package: affected, from, before }) =>
      affected === name &&
      compareVersions(version, before) < 0 &&
      (from === undefined || compareVersions(version, from) >= 0),
  );
}

/** The same in words for whoever keeps the shop, a line each. */
export function versionNotes(name: 'node' | 'postgresql', version: string): string[] {
  // PostgreSQL of a distribution says whose it is behind its number.
  const [number = ''] = version.split(' ');
  return findAdvisories(name, number).map(
    ({ about, accepted = 'update it' }) => `${about}, and ${number} runs here: ${accepted}.`,
  );
}

/** By the numbers of two versions: below 0 where the first is older. What follows
 * them (`-beta.17`) does not count. */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => version.split('-', 1)[0]?.split('.').map(Number) ?? [];
  const [ones, others] = [numbers(one), numbers(other)];
  const place = ones.findIndex((number, nth) => number !== (others[nth] ?? 0));
  return place === -1 ? 0 : (ones[place] ?? 0) - (others[place] ?? 0);
}
