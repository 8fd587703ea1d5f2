import { createHelperProcess } from '#platform/helper-process.ts';
import type { Detail } from './render-plate.ts';

/** A task of the drawing process: a call of `renderPlate`. */
export type DrawTask = { slug: string; detail?: Detail | undefined };

/** Draws the plate of a tool, or a detail of it, as a picture for upload. */
export type DrawPlate = (slug: string, detail?: Detail) => Promise<Buffer>;

const WITHIN_MS = 120_000;

/** Draws plates as `renderPlate` does, in a separate process, so that the memory is freed afterwards. */
export function createPlateDrawer(): DrawPlate {
  const script = new URL('./draw-in-process.ts', import.meta.url);
  const helper = createHelperProcess<DrawTask, Uint8Array>(script, WITHIN_MS);
  return async (slug, detail) => Buffer.from(await helper.run({ slug, detail }));
}
