import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { EmbeddedConnection } from '#embedded-postgres';

/** Runs a pgbench script with prepared statements; returns its runs per second. */
export async function runPgbench(
  database: EmbeddedConnection,
  script: string,
  options: { clients: number; seconds: number; firstNumber: number },
): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-pgbench-'));
  try {
    const file = join(folder, 'order.sql');
    writeFileSync(file, script);
    const args = ['-n', '-M', 'prepared', '-j', '2', '-f', file, '-D', `n=${options.firstNumber}`];
    const load = ['-c', String(options.clients), '-T', String(options.seconds)];
    const { stdout } = await promisify(execFile)('pgbench', [...args, ...load, database.database], {
      env: {
        ...process.env,
        PGHOST: database.host,
        PGPORT: String(database.port),
        PGUSER: database.user,
        PGPASSWORD: database.password,
      },
    });
    const failed = /number of failed transactions: (\d+)/.exec(stdout)?.[1] ?? '0';
    const perSecond = /tps = ([\d.]+)/.exec(stdout)?.[1];
    if (perSecond === undefined || failed !== '0') throw new Error(`pgbench failed: ${stdout}`);
    return Number(perSecond);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
