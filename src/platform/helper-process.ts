import { type ChildProcess, fork } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

const IDLE_MS = 5_000;
const BEHIND_THE_SHOP = 5;
// Above this size, glibc returns memory to the system at once instead of keeping fragments (mallopt(3)).
const ENVIRONMENT = { MALLOC_MMAP_THRESHOLD_: '131072' };

/** The helper process ended during a task, or could not be started. */
export class HelperProcessEnded extends Error {
  override readonly name = 'HelperProcessEnded';
}

/** Runs tasks in another process. Tasks and results are structured-cloned. */
export type HelperProcess<Task, Result> = {
  /** @throws Error with the task's message if the task threw; HelperProcessEnded if the process ended during
   * it */
  run(task: Task): Promise<Result>;
};

type Answer<Result> = { id: number; result: Result } | { id: number; failure: string };
type Waiting<Result> = { resolve(result: Result): void; reject(error: Error): void };

/** Creates a separate process for `script`, which calls `answerTasks`, while there are tasks: native code may
 * crash there, or never return, so a process that has a task for longer than `withinMs` is killed. */
export function createHelperProcess<Task extends object, Result>(
  script: URL,
  withinMs: number,
): HelperProcess<Task, Result> {
  const waiting = new Map<number, Waiting<Result>>();
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): ChildProcess {
    const started = fork(script, [], { execArgv: [], env: ENVIRONMENT, serialization: 'advanced' });
    started.on('message', (answer: Answer<Result>) => settle(answer));
    started.on('error', (error) => fail(started, error.message));
    started.on('exit', (code, signal) => fail(started, String(signal ?? code)));
    return started;
  }

  function settle(answer: Answer<Result>): void {
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if (waiting.size === 0) rest();
    if ('result' in answer) asked?.resolve(answer.result);
    else asked?.reject(new Error(answer.failure));
  }

  function fail(ended: ChildProcess, why: string): void {
    if (ended !== child) return;
    child = undefined;
    const error = new HelperProcessEnded(`a helper process ended: ${why}`);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  /** Lets the idle process exit after a while, without keeping this process alive. */
  function rest(): void {
    child?.unref();
    child?.channel?.unref();
    idle = setTimeout(() => {
      const resting = child;
      child = undefined;
      resting?.disconnect();
    }, IDLE_MS).unref();
  }

  return {
    run(task) {
      clearTimeout(idle);
      const asked = child ?? start();
      child = asked;
      asked.ref();
      asked.channel?.ref();
      lastId += 1;
      const id = lastId;
      const answer = new Promise<Result>((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        asked.send({ id, task }, (error) => error && fail(asked, error.message));
      });
      const timer = setTimeout(() => {
        asked.kill('SIGKILL');
        fail(asked, `a task took longer than ${withinMs} ms`);
      }, withinMs).unref();
      return answer.finally(() => clearTimeout(timer));
    },
  };
}

/** The other side, called once by a helper process's script: answers every task with the result of `run`. */
export function answerTasks<Task, Result>(run: (task: Task) => Promise<Result>): void {
  // A shop under `nice` may have a lower priority already, which an ordinary user cannot raise.
  if (getPriority() < BEHIND_THE_SHOP) setPriority(BEHIND_THE_SHOP);
  // A terminal's Ctrl-C reaches both processes; the shop ends this one when it needs it no longer, or by
  // exiting.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', async ({ id, task }: { id: number; task: Task }) => {
    const answer: Answer<Result> = await run(task).then(
      (result) => ({ id, result }),
      (error) => ({ id, failure: error instanceof Error ? error.message : String(error) }),
    );
    // The shop may have exited meanwhile; 'disconnect' then ends this process.
    if (process.connected) process.send?.(answer);
  });
}
