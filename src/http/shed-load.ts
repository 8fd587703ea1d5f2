import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { AppError } from '#contracts/app-error.ts';
import { errorTexts } from '#texts/errors.ts';
import { IN_PROCESS_ADDRESS } from './limit-rate.ts';

const RETRY_AFTER_SECONDS = 5;

/** Near what the process can bear, refuses what would take more of it: it lives, and goes on with kept
 * answers, files, health checks, webhooks, and with what is under way. */
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

/** A turn of the event loop that is late by this much, so often in a row, is no single long
 * task: more comes than can be done. */
const LATE_MS = 1_000;
const LATE_LOOKS = 5;

/** So much of the memory that Node may take is to stay free: at the whole of it, Node ends the process. What
 * is young has a part of it to itself, of 48 MB at most unless told otherwise. */
const LEAST_FREE = 0.15;
const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Whether what fills the memory can be let go is asked so often at most:
 * collecting all of it takes a while. */
const COLLECT_EVERY_MS = 10_000;

/** What is looked at: the time, and how much of which memory is taken. */
type LoadFigures = { nowMs(): number; heap(): Heap; collect(): void };
type Heap = { usedBytes: number; limitBytes: number };

/** Whether this process is near what it can bear. */
type LoadWatch = { readonly isOverloaded: boolean; look(): void; stop(): void };

/** Looks every half second at the memory and at how late the event loop is; `onChange`
 * hears when too much begins or ends. */
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
  // Node has no other way to ask for it in a process that was not started so.
  collect() {
    setFlagsFromString('--expose-gc');
    runInNewContext('gc')();
  },
};
