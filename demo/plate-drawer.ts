import { createHelperProcess } from '#platform/helper-process.ts';
import type { Detail } from './render-plate.ts';

/** A task of the drawing process: a call of `renderPlate`. */
export type DrawTask = { slug: string; detail?: Detail | undefined };

/** Draws the plate of a tool, or a detail of it, as a picture for upload. */
export type DrawPlate = (slug: string, detail?: Detail) => Promise<Buffer>;

/** Draws plates as `renderPlate` does, in a separate process, so that the memory is freed afterwards. */
export function createPlateDrawer(): DrawPlate {
  const helper = createHelperProcess<DrawTask, Uint8Array>(new URL('./draw-in-process.ts', import.meta.url));
  return async (slug, detail) => Buffer.from(await helper.run({ slug, detail }));
}
