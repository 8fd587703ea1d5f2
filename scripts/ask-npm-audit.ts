import { execFile } from 'node:child_process';

const MOST_BYTES = 64 * 1024 * 1024;

type Audit = {
  message?: string;
  vulnerabilities?: Record<string, { name: string; severity: string }>;
};

/** Asks the registry for the published vulnerabilities of what `npm ci` installs in a folder: one line of
 * words for each. `unanswered`: why nothing is known, as not every registry answers. */
export async function askNpmAudit(
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<{ found: string[]; unanswered?: string }> {
  const { vulnerabilities, message = 'no answer' } = await runAudit(folder, env);
  if (!vulnerabilities) return { found: [], unanswered: message };
  const found = Object.values(vulnerabilities);
  return { found: found.map(({ name, severity }) => `${name}: ${severity}`) };
}

/** npm exits with 1 both for what it found and for an answer that it did not get. */
function runAudit(cwd: string, env: NodeJS.ProcessEnv): Promise<Audit> {
  const { promise, resolve } = Promise.withResolvers<Audit>();
  const options = { env, cwd, maxBuffer: MOST_BYTES };
  execFile('npm', ['audit', '--json', '--package-lock-only'], options, (_error, stdout, stderr) => {
    try {
      resolve(JSON.parse(stdout));
    } catch {
      resolve({ message: stderr.trim() });
    }
  });
  return promise;
}
