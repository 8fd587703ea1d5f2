import { openInspector } from '#tests/support/inspector.ts';

/** The heap of a process after garbage collection. */
export type Heap = {
  usedBytes: number;
  /** Number of objects per class, by constructor name. */
  objects: Map<string, number>;
};

/** Inspects the memory of a running process with Node's own inspector
 * (https://chromedevtools.github.io/devtools-protocol/). */
export type HeapProbe = {
  look(): Promise<Heap>;
  close(): void;
};

/** Counts within the process: only the sums leave it. */
const COUNT = `function () {
  const counts = {};
  for (const each of this) {
    let name = '?';
    try {
      const { constructor } = Object.getPrototypeOf(each) ?? {};
      if (typeof constructor === 'function' && typeof constructor.name === 'string') name = constructor.name || '?';
    } catch {}
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}`;

type Remote = { result: { objectId?: string; value?: unknown } };

/** Opens the inspector of a process started with `INSPECTED`, whose URL is the first that it printed. */
export async function openHeap(printed: string): Promise<HeapProbe> {
  const { send, close } = await openInspector(printed);

  // Runs twice: finalizers of the first run may release more.
  const collect = async () => {
    await send('HeapProfiler.collectGarbage');
    await send('HeapProfiler.collectGarbage');
  };

  return {
    async look() {
      await collect();
      const { usedSize } = await send<{ usedSize: number }>('Runtime.getHeapUsage');
      const inGroup = { objectGroup: 'looked-at' };
      const base = await send<Remote>('Runtime.evaluate', { expression: 'Object.prototype', ...inGroup });
      const all = await send<{ objects: { objectId: string } }>('Runtime.queryObjects', {
        prototypeObjectId: base.result.objectId,
        ...inGroup,
      });
      const counted = await send<Remote>('Runtime.callFunctionOn', {
        objectId: all.objects.objectId,
        functionDeclaration: COUNT,
        returnByValue: true,
      });
      await send('Runtime.releaseObjectGroup', inGroup);
      const counts = counted.result.value as Record<string, number>;
      return { usedBytes: usedSize, objects: new Map(Object.entries(counts)) };
    },
    close,
  };
}

/** Returns the classes with more than `most` additional objects, and how many. */
export function grownBy(most: number, before: Heap, after: Heap): Record<string, number> {
  const grown = [...after.objects].map(([name, count]) => [name, count - (before.objects.get(name) ?? 0)]);
  return Object.fromEntries(grown.filter(([, more]) => Number(more) > most));
}
