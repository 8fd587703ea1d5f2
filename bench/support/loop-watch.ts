import { openInspector } from '#tests/support/inspector.ts';

/** How long a process's event loop is held by one turn. */
export type LoopWatch = {
  /** The longest turn while `work` is done, in milliseconds of the main thread's own time:
   * other processes add nothing to it. */
  during(work: () => Promise<unknown>): Promise<number>;
  close(): void;
};

const BEGIN = `(() => {
  const cpuMs = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  const watch = { longestMs: 0, isOn: true };
  let last = cpuMs();
  const turn = () => {
    const now = cpuMs();
    watch.longestMs = Math.max(watch.longestMs, now - last);
    last = now;
    if (watch.isOn) setImmediate(turn);
  };
  globalThis.loopWatch = watch;
  setImmediate(turn);
})()`;
/** The last turn is over once another has begun. */
const END = `new Promise((resolve) => setTimeout(() => {
  globalThis.loopWatch.isOn = false;
  resolve(globalThis.loopWatch.longestMs);
}, 5))`;

/** Watches the loop of a process that was started to be looked into, by what it has `printed`. */
export async function openLoopWatch(printed: string): Promise<LoopWatch> {
  const { evaluate, close } = await openInspector(printed);
  return {
    async during(work) {
      await evaluate(BEGIN);
      await work();
      return evaluate<number>(END);
    },
    close,
  };
}
