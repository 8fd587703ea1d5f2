import { readdirSync, readFileSync } from 'node:fs';

/** The processes of a shop, by their ids. */
export type ShopProcesses = { node: string[]; postgres: string[] };

/** Finds the processes of the shop on `dataDir`: its own, and PostgreSQL with all its child processes. */
export function processesOf(dataDir: string): ShopProcesses {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const server = pids.find(
    (pid) =>
      /src\/server\/server\.ts/.test(readOf(pid, 'cmdline')) &&
      readOf(pid, 'environ').includes(dataDir) &&
      /^Name:\s+(node|MainThread)/m.test(readOf(pid, 'status')),
  );
  const postmaster = pids.find(
    (pid) => readOf(pid, 'cmdline').includes(dataDir) && /^Name:\s+postgres/m.test(readOf(pid, 'status')),
  );
  const backends = pids.filter((pid) => parentOf(pid) === postmaster);
  return { node: server ? [server] : [], postgres: postmaster ? [postmaster, ...backends] : [] };
}

/** CPU time of processes so far, in milliseconds, with that of their children that have ended
 * (proc_pid_stat(5): in hundredths of a second). */
export function processorMs(pids: string[]): number {
  return pids.reduce((sum, pid) => {
    const [, fields = ''] = readOf(pid, 'stat').split(') ');
    const times = fields.split(' ').slice(11, 15).map(Number);
    return sum + times.reduce((all, one) => all + one, 0) * 10;
  }, 0);
}

function parentOf(pid: string): string | undefined {
  return /^PPid:\s+(\d+)/m.exec(readOf(pid, 'status'))?.[1];
}

/** A file of a process; empty once the process has ended. */
export function readOf(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
