import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { programs } from './support/programs.ts';

/** Where the logs of every program are left. */
const LOGS = resolve('test-results/ha');

/** Runs the suite in namespaces of its own: a network whose machines and ports nobody else has, mounts that
 * end with it, and process ids, so that none of its processes outlives it, however it ends. An ordinary user
 * gets the rights for that in a user namespace. */
async function runFailoverTests(args: string[]): Promise<number> {
  const missing = programs.filter(({ path }) => !path);
  if (missing.length > 0) {
    const packages = [...new Set(missing.map((each) => each.debian))].join(' ');
    process.stderr.write(
      `Not run: there is no ${missing.map(({ name }) => name).join(', ')}. On Debian: apt-get install ${packages}\n`,
    );
    return 1;
  }
  await rm(LOGS, { recursive: true, force: true });
  await mkdir(LOGS, { recursive: true });
  const folder = await mkdtemp(join(tmpdir(), 'toolyard-ha-'));
  // PostgreSQL runs as another user than root.
  await chmod(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? [] : ['--user', '--map-current-user', '--keep-caps'];
  const spaces = [...asUser, '--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
  const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--project', 'ha', ...args];
  // The shell stays, as the first process of the namespace: it sees to those that lose their parent.
  const inside = ['sh', '-c', 'mount -t tmpfs none /run && mkdir /run/netns && "$@"; exit $?', 'sh'];
  // Where this process is killed itself, the kernel kills the child of it.
  const dying = ['--pdeathsig', 'SIGKILL', 'unshare'];
  const child = spawn('setpriv', [...dying, ...spaces, '--', ...inside, ...vitest], {
    stdio: 'inherit',
    env: { ...process.env, TESTS: 'full', HA_FOLDER: folder, HA_LOGS: LOGS },
  });
  // `unshare` lets no other signal through. All that is in the namespaces ends with it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void child.kill('SIGKILL'));
  const [code] = await once(child, 'exit');
  await rm(folder, { recursive: true, force: true });
  return code ?? 1;
}

process.exitCode = await runFailoverTests(process.argv.slice(2));
