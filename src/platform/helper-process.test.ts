import { type fork as actualFork, type ChildProcess, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it, vi } from 'vitest';
import { isRoot } from '#embedded-postgres/testing';
import { createHelperProcess } from './helper-process.ts';

const started = vi.hoisted((): ChildProcess[] => []);

vi.mock('node:child_process', async (load) => {
  const actual = await load<{ fork: typeof actualFork }>();
  const fork = (...how: Parameters<typeof actualFork>) => {
    const child = actual.fork(...how);
    started.push(child);
    return child;
  };
  return { ...actual, fork };
});

afterEach(() => {
  vi.useRealTimers();
  for (const child of started.splice(0)) child.kill('SIGKILL');
});

const echoProcess = new URL('../../tests/support/echo-process.ts', import.meta.url);

type Task = { say: string } | { fail: string } | { wait: true };
const makeHelper = (withinMs = 600_000) =>
  createHelperProcess<Task, { said: string; pid: number }>(echoProcess, withinMs);

it('runs all tasks in one other process', async () => {
  const helper = makeHelper();
  const results = await Promise.all(['one', 'two', 'three'].map((say) => helper.run({ say })));
  expect(results.map(({ said }) => said)).toEqual(['one', 'two', 'three']);
  expect(new Set(results.map(({ pid }) => pid))).toEqual(new Set([started[0]?.pid]));
  expect(started[0]?.pid).not.toBe(process.pid);
});

it('passes on why a task failed, and goes on', async () => {
  const helper = makeHelper();
  await expect(helper.run({ fail: 'out of ink' })).rejects.toThrow('out of ink');
  expect(await helper.run({ say: 'still here' })).toMatchObject({ said: 'still here' });
  expect(started).toHaveLength(1);
});

it('fails the running task when the process is killed, and starts another for the next', async () => {
  const helper = makeHelper();
  const underWay = helper.run({ wait: true });
  started[0]?.kill('SIGKILL');
  await expect(underWay).rejects.toThrow('a helper process ended: SIGKILL');
  expect(await helper.run({ say: 'again' })).toMatchObject({ said: 'again', pid: started[1]?.pid });
});

it('kills a process that does not return from a task, and starts another for the next', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const helper = makeHelper(60_000);
  await helper.run({ say: 'started' });
  const [stuck] = started;
  if (!stuck) throw new Error('no process was started');
  const exit = once(stuck, 'exit');
  const refused = expect(helper.run({ wait: true })).rejects.toThrow('a task took longer than 60000 ms');
  vi.advanceTimersByTime(60_000);
  await refused;
  expect(await exit).toEqual([null, 'SIGKILL']);
  expect(await helper.run({ say: 'again' })).toMatchObject({ said: 'again', pid: started[1]?.pid });
});

it('ends the process when no tasks are left, and starts another for new ones', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const helper = makeHelper();
  await helper.run({ say: 'last' });
  const [child] = started;
  if (!child) throw new Error('no process was started');
  const exit = once(child, 'exit');
  vi.advanceTimersByTime(5_000);
  expect(await exit).toEqual([0, null]);
  expect(await helper.run({ say: 'anew' })).toMatchObject({ pid: started[1]?.pid });
});

it('keeps the process during a task, and passes it no settings of the shop', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubEnv('SHOP_SECRET', 'not for helpers');
  const helper = makeHelper();
  await helper.run({ say: 'first' });
  const underWay = helper.run({ say: process.env.SHOP_SECRET ?? '' });
  vi.advanceTimersByTime(60_000);
  expect(await underWay).toMatchObject({ said: 'not for helpers', secret: null });
  vi.unstubAllEnvs();
});

it('works for an ordinary user who already has a lower priority than the helper’s', () => {
  const script = `
    import { createHelperProcess } from '${new URL('./helper-process.ts', import.meta.url)}';
    const { said } = await createHelperProcess(new URL('${echoProcess}'), 60_000).run({ say: 'nicely' });
    process.stdout.write(said);
    process.exit();`;
  // Root may raise its priority again; without this capability it cannot.
  const ordinary = isRoot() ? ['setpriv', '--bounding-set', '-sys_nice'] : [];
  const [command = '', ...args] = [...ordinary, 'nice', '-n', '10', process.execPath];
  expect(execFileSync(command, [...args, '--input-type=module', '-e', script], { encoding: 'utf8' })).toBe(
    'nicely',
  );
});
