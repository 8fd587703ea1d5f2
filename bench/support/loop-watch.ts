import { openInspector } from '#tests/support/inspector.ts';

/** Measures how long one turn blocks a process's event loop. */
export type LoopWatch = {
  /** The longest turn during `work`, in milliseconds of the main thread's CPU time: other processes do not
   * count. */
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
/** The last turn has ended once another one begins. */
const END = `new Promise((resolve) => setTimeout(() => {
  globalThis.loopWatch.isOn = false;
  resolve(globalThis.loopWatch.longestMs);
}, 5))`;

/** Watches the event loop of a process that was started with the inspector, by the address that it
 * `printed`. */
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
