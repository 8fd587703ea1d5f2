import { readdirSync, readFileSync } from 'node:fs';

/** Resident memory in MB. `rss` counts a page once for each process that maps it, `pss` once in total. */
export type Memory = { rss: number; pss: number };

/** Memory of the shop on `dataDir`: its own process, and PostgreSQL with all its child processes. */
export function memoryOf(dataDir: string): { node: Memory; postgres: Memory } {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  const server = pids.find(
    (pid) =>
      /src\/server\/server\.ts/.test(read(pid, 'cmdline')) &&
      read(pid, 'environ').includes(dataDir) &&
      /^Name:\s+(node|MainThread)/m.test(read(pid, 'status')),
  );
  const postmaster = pids.find(
    (pid) => read(pid, 'cmdline').includes(dataDir) && /^Name:\s+postgres/m.test(read(pid, 'status')),
  );
  const backends = pids.filter((pid) => parentOf(pid) === postmaster);
  return { node: sum(server ? [server] : []), postgres: sum(postmaster ? [postmaster, ...backends] : []) };
}

function sum(pids: string[]): Memory {
  const total = { rss: 0, pss: 0 };
  for (const pid of pids) {
    const rollup = read(pid, 'smaps_rollup');
    total.rss += Number(/^Rss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    total.pss += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  }
  return total;
}

function parentOf(pid: string): string | undefined {
  return /^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1];
}

/** A file of a process; empty once the process has ended. */
function read(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
