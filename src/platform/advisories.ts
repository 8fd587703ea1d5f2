/** A known vulnerability in a component of the shop: `package` is an npm package, `node` or `postgresql`. */
type Advisory = {
  /** The day it was recorded here (ISO 8601). */
  date: string;
  package: string;
  /** The first affected version; if omitted, every older one is affected too. */
  from?: string;
  /** The first version without it. */
  before: string;
  about: string;
  /** Why the shop ships with it nevertheless, and what the operator can do. */
  accepted?: string;
};

/** Maintained by hand, since the shop makes no network request for it: `npm run advisories` compares what is
 * installed. */
export const advisories: Advisory[] = [
  {
    date: '2026-11-26',
    package: 'node',
    from: '24.0.0',
    before: '24.22.1',
    about: 'Node 24.22.1 fixes ten security vulnerabilities',
    accepted:
      'npm’s registry has no newer Node 24 to ship with the shop. Install a newer one on this machine, and the shop uses that',
  },
  {
    date: '2026-11-26',
    package: 'postgresql',
    from: '18.0',
    before: '18.7',
    about: 'PostgreSQL 18.7 fixes security vulnerabilities of 18.4',
    accepted:
      'npm’s registry has no newer PostgreSQL to ship with the shop. For a shop that’s open to the world, run your own (DATABASE_URL)',
  },
];

/** Lists the known vulnerabilities of a version, such as `24.21.0` or `18.4`. */
export function findAdvisories(name: string, version: string): Advisory[] {
  return advisories.filter(
    ({ package: affected, from, before }) =>
      affected === name &&
      compareVersions(version, before) < 0 &&
      (from === undefined || compareVersions(version, from) >= 0),
  );
}

/** Formats them for the operator, one per line. */
export function versionNotes(name: 'node' | 'postgresql', version: string): string[] {
  // A distribution's PostgreSQL names its vendor after the number.
  const [number = ''] = version.split(' ');
  return findAdvisories(name, number).map(
    ({ about, accepted = 'Update it' }) => `${about}. This shop runs ${number}: ${accepted}.`,
  );
}

/** Compares two versions by their numbers: below 0 if the first is older. Suffixes (`-beta.17`) do not
 * count. */
function compareVersions(one: string, other: string): number {
  const numbers = (version: string) => version.split('-', 1)[0]?.split('.').map(Number) ?? [];
  const [ones, others] = [numbers(one), numbers(other)];
  const place = ones.findIndex((number, nth) => number !== (others[nth] ?? 0));
  return place === -1 ? 0 : (ones[place] ?? 0) - (others[place] ?? 0);
}
