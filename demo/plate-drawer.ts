import { createHelperProcess } from '#platform/helper-process.ts';
import type { Detail } from './render-plate.ts';

/** What the drawing process is asked for: a call of `renderPlate`. */
export type DrawTask = { slug: string; detail?: Detail | undefined };

/** Draws the plate of a tool, or a detail of it, as a picture to be uploaded. */
export type DrawPlate = (slug: string, detail?: Detail) => Promise<Buffer>;

/** Draws plates as `renderPlate` does, in a process of its own: the memory it
 * takes is not the shop's to keep. */
export function createPlateDrawer(): DrawPlate {
  const helper = createHelperProcess<DrawTask, Uint8Array>(new URL('./draw-in-process.ts', import.meta.url));
  return async (slug, detail) => Buffer.from(await helper.run({ slug, detail }));
}
