import { execFileSync } from 'node:child_process';

/** Limits this process to files of `bytes` while `work` runs, as on a full disk: the system fails the write
 * (setrlimit(2), RLIMIT_FSIZE), even for root. */
export async function withFileSizeLimit<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
  limitFileSize(process.pid, bytes);
  try {
    return await work();
  } finally {
    limitFileSize(process.pid);
  }
}

/** Sets a process's limit, or takes it away: only the soft one, which can be raised again. */
export function limitFileSize(pid: number, bytes?: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes ?? 'unlimited'}:`]);
}
