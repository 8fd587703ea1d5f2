import { processesOf, readOf } from './processes.ts';

/** Resident memory in MB. `rss` counts a page once for each process that maps it, `pss` once in total. */
export type Memory = { rss: number; pss: number };

/** Memory of the shop on `dataDir`: its own process, and PostgreSQL with all its child processes. */
export function memoryOf(dataDir: string): { node: Memory; postgres: Memory } {
  const { node, postgres } = processesOf(dataDir);
  return { node: sum(node), postgres: sum(postgres) };
}

function sum(pids: string[]): Memory {
  const total = { rss: 0, pss: 0 };
  for (const pid of pids) {
    const rollup = readOf(pid, 'smaps_rollup');
    total.rss += Number(/^Rss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
    total.pss += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  }
  return total;
}
