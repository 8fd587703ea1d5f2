import { readdirSync, readFileSync } from 'node:fs';

const SAMPLE_EVERY_MS = 25;

/** A running process, as Linux reports it (proc(5)). */
type RunningProcess = { pid: number; parent: number; residentBytes: number };

/** Returns the processes below `pid`, recursively. */
export function descendantsOf(pid: number, running = runningProcesses()): RunningProcess[] {
  return running
    .filter(({ parent }) => parent === pid)
    .flatMap((child) => [child, ...descendantsOf(child.pid, running)]);
}

/** Returns the resident memory of a process and all below it, in bytes. */
export function residentBytes(pid: number): number {
  const running = runningProcesses();
  const tree = [...running.filter((each) => each.pid === pid), ...descendantsOf(pid, running)];
  return tree.reduce((sum, each) => sum + each.residentBytes, 0);
}

/** Samples the memory of a process and all below it until stopped; `stop` returns the maximum. */
export function watchMemory(pid: number): { stop(): number } {
  let most = residentBytes(pid);
  const look = () => {
    most = Math.max(most, residentBytes(pid));
  };
  const timer = setInterval(look, SAMPLE_EVERY_MS);
  return {
    stop() {
      look();
      clearInterval(timer);
      return most;
    },
  };
}

function runningProcesses(): RunningProcess[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    const status = Number.isInteger(pid) ? readStatus(pid) : '';
    const number = (field: string) => Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
    return status ? [{ pid, parent: number('PPid'), residentBytes: number('VmRSS') * 1024 }] : [];
  });
}

/** Empty when the process has ended meanwhile. */
function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}
