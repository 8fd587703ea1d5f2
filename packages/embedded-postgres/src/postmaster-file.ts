import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from './failure.ts';

/** The content of `postmaster.pid`, which PostgreSQL writes about itself. */
export type PostmasterFile = { pid: number; port: number; socketFolder: string; ready: boolean };

/** The path of a cluster's `postmaster.pid`. */
export function postmasterFileOf(data: string): string {
  return join(data, 'postmaster.pid');
}

/** Reads `postmaster.pid` of a cluster: process id (negative for a single-user one), data directory, start
 * time, port, socket folder, listen address, shared memory and status, one line each (PostgreSQL's
 * src/include/utils/pidfile.h). @returns undefined if there is none, or none that can be parsed */
export async function readPostmasterFile(data: string): Promise<PostmasterFile | undefined> {
  const text = await readFile(postmasterFileOf(data), 'utf8').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return '';
    throw error;
  });
  const lines = text.split('\n');
  const pid = Math.abs(Number(lines[0]));
  if (!Number.isInteger(pid) || pid === 0) return undefined;
  return { pid, port: Number(lines[3]), socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' };
}

/** Whether the process `pid` is currently the PostgreSQL that serves the cluster `data`. */
export async function servesCluster(pid: number, data: string): Promise<boolean> {
  const line = process.platform === 'linux' ? await commandLineFromProc(pid) : await commandLineFromPs(pid);
  return line.includes('postgres') && line.includes(` -D ${data} `);
}

/** Empty for a process that has ended, even if it still waits to be reaped. */
async function commandLineFromProc(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ');
}

function commandLineFromPs(pid: number): Promise<string> {
  return new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'args=', '-p', String(pid)], (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
}
