import { execFileSync } from 'node:child_process';

/** Limits this process to files of `bytes` while `work` runs, as on a full disk: the system fails the write
 * (setrlimit(2), RLIMIT_FSIZE), even for root. */
export async function withFileSizeLimit<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
  limit(String(bytes));
  try {
    return await work();
  } finally {
    limit('unlimited');
  }
}

/** Sets only the soft limit, which can be raised again. */
function limit(bytes: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
}
