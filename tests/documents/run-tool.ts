import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Runs one of `tools/` in a process of its own, and returns what it printed. */
export async function runTool(name: string, ...args: string[]): Promise<string> {
  const script = join(import.meta.dirname, 'tools', name);
  const { stdout } = await promisify(execFile)(process.execPath, [script, ...args], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}
