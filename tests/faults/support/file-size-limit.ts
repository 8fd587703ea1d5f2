import { execFileSync } from 'node:child_process';

/** Lets this process write no file beyond `bytes` while `work` goes on, as on a disk without room: the system
 * refuses the write (setrlimit(2), RLIMIT_FSIZE), for root as for anybody else. */
export async function withFileSizeLimit<Result>(bytes: number, work: () => Promise<Result>): Promise<Result> {
  limit(String(bytes));
  try {
    return await work();
  } finally {
    limit('unlimited');
  }
}

/** The soft limit only, which may be lifted again. */
function limit(bytes: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${bytes}:`]);
}
