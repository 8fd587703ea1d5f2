import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import { errorTexts } from '#texts/errors.ts';
import { IN_PROCESS_ADDRESS } from './limit-rate.ts';

const RETRY_AFTER_SECONDS = 5;

/** Near the limit of memory or time, refuses requests that need more of it, so that the process survives.
 * Cached answers, files, health checks, webhooks and requests under way continue. */
export const shedLoad = fp(
  async (app: FastifyInstance, { log, figures }: { log: FastifyBaseLogger; figures?: LoadFigures }) => {
    const load = createLoadWatch((isOverloaded, heap) => {
      if (isOverloaded) log.error(heap, 'near the limit of memory or time: new requests are refused');
      else log.info(heap, 'requests are taken again');
    }, figures);
    app.addHook('onClose', async () => load.stop());
    app.addHook('onRequest', async ({ ip, routeOptions }) => {
      if (!load.isOverloaded || ip === IN_PROCESS_ADDRESS) return;
      const { access, limit } = routeOptions.config;
      const isCheap = access === undefined || limit === 'none';
      if (!isCheap)
        throw new AppError('unavailable', errorTexts.busy, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    });
  },
  { name: 'load-limit', dependencies: ['response-cache'] },
);

const LOOK_EVERY_MS = 500;

/** An event loop turn that is late by this much, `LATE_LOOKS` times in a row, is no single long task: the
 * load exceeds the capacity. */
const LATE_MS = 1_000;
const LATE_LOOKS = 5;

/** The share of Node's heap limit that must stay free: at the limit, Node ends the process. The young
 * generation has its own part of it, 48 MB at most by default. */
const LEAST_FREE = 0.15;
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Minimum interval between forced collections, which show whether the memory can be freed: collecting all of
 * it takes a while. */
const COLLECT_EVERY_MS = 10_000;

/** The measured values: the time, and the heap's size and limit. */
type LoadFigures = { nowMs(): number; heap(): Heap; collect(): void };
type Heap = { usedBytes: number; limitBytes: number };

/** Whether this process is near its limits. */
type LoadWatch = { readonly isOverloaded: boolean; look(): void; stop(): void };

/** Checks memory and event loop delay every half second; `onChange` is called when an overload begins or
 * ends. */
export function createLoadWatch(
  onChange: (isOverloaded: boolean, heap: Heap) => void,
  figures: LoadFigures = figuresOfNode,
): LoadWatch {
  let isOverloaded = false;
  let lateLooks = 0;
  let lookedMs = figures.nowMs();
  let collectedMs = Number.NEGATIVE_INFINITY;

  function isFull(nowMs: number): boolean {
    if (!isNearLimit(figures.heap())) return false;
    if (nowMs - collectedMs >= COLLECT_EVERY_MS) {
      figures.collect();
      collectedMs = nowMs;
    }
    return isNearLimit(figures.heap());
  }

  function look(): void {
    const nowMs = figures.nowMs();
    const isLate = nowMs - lookedMs > LOOK_EVERY_MS + LATE_MS;
    lateLooks = isLate ? lateLooks + 1 : 0;
    lookedMs = nowMs;
    const was = isOverloaded;
    isOverloaded = isFull(nowMs) || lateLooks >= LATE_LOOKS;
    if (isOverloaded !== was) onChange(isOverloaded, figures.heap());
  }

  const timer = setInterval(look, LOOK_EVERY_MS).unref();
  return {
    get isOverloaded() {
      return isOverloaded;
    },
    look,
    stop: () => clearInterval(timer),
  };
}

const isNearLimit = ({ usedBytes, limitBytes }: Heap) =>
  limitBytes - usedBytes < Math.max(LEAST_FREE * limitBytes, LEAST_FREE_BYTES);

const figuresOfNode: LoadFigures = {
  nowMs: () => performance.now(),
  heap() {
    const { used_heap_size: usedBytes, heap_size_limit: limitBytes } = getHeapStatistics();
    return { usedBytes, limitBytes };
  },
  // Node has no other way to trigger a collection in a process started without the flag.
  collect() {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
  },
};
