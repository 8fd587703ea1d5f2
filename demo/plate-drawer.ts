import { createHelperProcess } from '#platform/helper-process.ts';

/** What the drawing process is asked for: a call of `renderPlate`. */
export type DrawTask = { slug: string };

/** Draws the plate of a tool, as a picture to be uploaded. */
export type DrawPlate = (slug: string) => Promise<Buffer>;

/** Draws plates as `renderPlate` does, in a process of its own: the memory it takes is not the shop's to keep. */
export function createPlateDrawer(): DrawPlate {
  const helper = createHelperProcess<DrawTask, Uint8Array>(new URL('./draw-in-process.ts', import.meta.url));
  return async (slug) => Buffer.from(await helper.run({ slug }));
}
