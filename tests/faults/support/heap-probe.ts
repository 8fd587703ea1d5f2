import { once } from 'node:events';

/** What a process holds in memory once everything has been collected that nobody can reach. */
export type Heap = {
  usedBytes: number;
  /** How many objects there are of each class, by the name of its constructor. */
  objects: Map<string, number>;
};

/** Looks into the memory of a running process, by Node's own inspector (https://chromedevtools.github.io/devtools-protocol/). */
export type HeapProbe = {
  look(): Promise<Heap>;
  close(): void;
};

/** The setting that has a process of the shop let itself be looked into. */
export const INSPECTED = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/** Counted where the objects are: only the sums leave the process. */
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

/** Opens the inspector of a process started as `INSPECTED`, whose address is the first that it printed. */
export async function openHeap(printed: string): Promise<HeapProbe> {
  const address = /Debugger listening on (ws:\S+)/.exec(printed)?.[1];
  if (!address) throw new Error('the process prints no address of an inspector');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data));
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const { promise: gone, reject } = Promise.withResolvers<never>();
  gone.catch(() => undefined);
  socket.addEventListener('close', () => reject(new Error('the process is gone')));
  let sent = 0;
  function send<Result>(method: string, params: object = {}): Promise<Result> {
    sent += 1;
    const { promise, resolve } = Promise.withResolvers<Result>();
    waiting.set(sent, (result) => resolve(result as Result));
    socket.send(JSON.stringify({ id: sent, method, params }));
    return Promise.race([promise, gone]);
  }

  // Twice: what the first one finalises may let go of more.
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
    close: () => socket.close(),
  };
}

/** The classes of which there are more by over `most` than there were, and by how many. */
export function grownBy(most: number, before: Heap, after: Heap): Record<string, number> {
  const grown = [...after.objects].map(([name, count]) => [name, count - (before.objects.get(name) ?? 0)]);
  return Object.fromEntries(grown.filter(([, more]) => Number(more) > most));
}
