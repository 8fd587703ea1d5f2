import { buildIfStale } from '#server/pages/build-pages.ts';

/** Builds the pages once, before several shops start concurrently. */
export default async function buildPagesOnce(): Promise<void> {
  await buildIfStale(() => undefined);
}
