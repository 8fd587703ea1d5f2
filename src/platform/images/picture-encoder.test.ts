import { setImmediate as turn } from 'node:timers/promises';
import { expect, it, vi } from 'vitest';
import { createPictureEncoder } from './picture-encoder.ts';

const tasks = vi.hoisted(() => ({ underWay: 0, most: 0 }));

vi.mock('#platform/helper-process.ts', async (original) => ({
  ...(await original<object>()),
  createHelperProcess: () => ({
    async run() {
      tasks.underWay += 1;
      tasks.most = Math.max(tasks.most, tasks.underWay);
      await turn();
      tasks.underWay -= 1;
      return { encoded: [] };
    },
  }),
}));

it('submits two pictures at a time', async () => {
  const encoder = createPictureEncoder();
  await Promise.all(Array.from({ length: 6 }, () => encoder.encodeWebp(Buffer.alloc(1))));
  expect(tasks).toEqual({ underWay: 0, most: 2 });
});
