import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A program that the suite needs: where it is here, if anywhere, and Debian's package that has it. */
type Program = { name: string; path: string | undefined; debian: string };

const folders = [...(process.env.PATH ?? '').split(':'), '/usr/local/sbin', '/usr/sbin', '/sbin'];

const postgresFolders = existsSync('/usr/lib/postgresql')
  ? readdirSync('/usr/lib/postgresql')
      .sort((one, other) => Number(other) - Number(one))
      .map((version) => join('/usr/lib/postgresql', version, 'bin'))
  : [];

function find(name: string, debian: string, places = folders): Program {
  const path = places.map((folder) => join(folder, name)).find((file) => existsSync(file));
  return { name, path, debian };
}

/** Every program around the shop, and those that make its machines. */
export const programs: Program[] = [
  find('etcd', 'etcd-server'),
  find('patroni', 'patroni'),
  find('postgres', 'postgresql', postgresFolders),
  find('psql', 'postgresql-client', postgresFolders),
  find('haproxy', 'haproxy'),
  find('pgbouncer', 'pgbouncer'),
  find('ip', 'iproute2'),
  find('sysctl', 'procps'),
  find('setpriv', 'util-linux'),
  find('unshare', 'util-linux'),
  find('nsenter', 'util-linux'),
];

/** The path of a program, which `run.ts` has found. */
export function pathOf(name: string): string {
  const path = programs.find((program) => program.name === name)?.path;
  if (!path) throw new Error(`There is no ${name} here. Run this suite by npm run test:ha`);
  return path;
}
