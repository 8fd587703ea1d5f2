import { z } from 'zod/mini';
import { MAX_PICTURE_BYTES } from '#contracts/picture.ts';
import type { AppContext } from '#features/app-context.ts';
import { lockTools } from '#features/catalogue/store.ts';
import { problemOfType } from '#features/pictures/read-file-form.ts';
import { keepPicture } from '#features/pictures/store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { DownloadFailed } from '#platform/download.ts';
import { type HostedPicture, ImageHostUnavailable, NotAPicture } from '#platform/images/image-host.ts';
import { doAlone } from '#platform/jobs/do-alone.ts';
import type { JobTry } from '#platform/jobs/jobs.ts';
import type { FetchProblem } from './fetch-problems.ts';
import { formatPictures } from './list-cells.ts';
import { MAX_FETCHED_BYTES } from './picture-rules.ts';
import {
  addBytes,
  emptyPlaces,
  fillPlaces,
  findShown,
  findWaiting,
  isWaiting,
  noteFailure,
  noteNextVersions,
  sharesApplied,
} from './picture-store.ts';
import { writeTools } from './write-tools.ts';

/** Number of addresses fetched per job; other imports have their turn before the next. */
const ADDRESSES_A_JOB = 50;
/** Maximum number of concurrent downloads, in all and per host. */
const AT_ONCE = 4;
const AT_ONCE_OF_HOST = 2;
/** For an address that does not respond: with growing pauses, over half an hour. */
const TRIES = 10;
/** Number of tools that get a picture in one transaction: a buyer who waits for one of them waits at most
 * that long. */
const TOOLS_AT_ONCE = 100;

const payloadSchema = z.object({ importId: z.uuid() });

type Problem = { problem: FetchProblem; mayPass: boolean };

/** The `fetch-pictures` job: fetches some of the pictures that an applied import waits for, adds them to
 * their tools, and leaves the rest to the next job. After a restart it continues; undoing the import ends
 * it. */
export async function fetchPictures(
  context: AppContext,
  payload: unknown,
  { isLast }: JobTry,
): Promise<void> {
  const { importId } = payloadSchema.parse(payload);
  try {
    const next = await findWaiting(context.db, importId, ADDRESSES_A_JOB);
    const inTurn = limitConcurrency(AT_ONCE, AT_ONCE_OF_HOST);
    await Promise.all(
      next.map(({ address }) =>
        inTurn(() => fetchAlone(context, importId, address), URL.parse(address)?.host ?? ''),
      ),
    );
    await goOn(context, importId);
  } catch (error) {
    if (isLast) await noteFailure(context.db, importId, { problem: 'gave_up', tries: 0 });
    throw error;
  }
}

/** Enqueues the next job if an import still waits for pictures: at once, or after a pause for those already
 * tried. */
export async function goOn(
  context: Pick<AppContext, 'db' | 'jobs' | 'clock'>,
  importId: string,
): Promise<void> {
  const [first] = await findWaiting(context.db, importId, 1);
  if (!first) return;
  const pauseMs = first.tries === 0 ? 0 : 2 ** first.tries * 1000;
  const runAt = pauseMs === 0 ? undefined : new Date(context.clock.now().getTime() + pauseMs);
  await context.jobs.enqueue(context.db, 'fetch-pictures', { importId }, { runAt });
}

/** An address that cannot be dealt with holds up no other, and is tried again later. */
async function fetchAlone(context: AppContext, importId: string, address: string): Promise<void> {
  const isDone = await doAlone(context, 'fetch-pictures', { importId, address }, () =>
    fetchPicture(context, importId, address),
  );
  if (!isDone) await noteFailure(context.db, importId, { address, problem: 'gave_up', tries: TRIES });
}

async function fetchPicture(context: AppContext, importId: string, address: string): Promise<void> {
  if (!(await isWaiting(context.db, importId, address))) return;
  const made = await download(context, importId, address);
  if ('problem' in made) {
    const { problem, mayPass } = made;
    return noteFailure(context.db, importId, { address, problem, tries: mayPass ? TRIES : 0 });
  }
  while (await showPicture(context, importId, address, made));
}

async function download(
  context: AppContext,
  importId: string,
  address: string,
): Promise<HostedPicture | Problem> {
  if ((await addBytes(context.db, importId, 0)) > MAX_FETCHED_BYTES)
    return { problem: 'too_much', mayPass: false };
  try {
    const { bytes, mediaType } = await context.download(address, { maxBytes: MAX_PICTURE_BYTES });
    await addBytes(context.db, importId, bytes.length);
    const { problem } = problemOfType(bytes, mediaType) ?? {};
    return problem ? { problem, mayPass: false } : await context.imageHost.store(bytes);
  } catch (error) {
    if (error instanceof DownloadFailed) return error;
    if (error instanceof NotAPicture) return { problem: error.reason, mayPass: false };
    if (!(error instanceof ImageHostUnavailable)) throw error;
    context.log.error({ err: error }, 'a picture could not be kept');
    return { problem: 'host_unavailable', mayPass: true };
  }
}

/** Adds a picture to some of the tools that wait for it, while their import is applied; returns whether there
 * may be more. Tools whose pictures have changed since the import are not touched. */
async function showPicture(
  context: AppContext,
  importId: string,
  address: string,
  picture: HostedPicture,
): Promise<boolean> {
  return context.db.transaction().execute(async (tx) => {
    if (!(await sharesApplied(tx, importId))) return false;
    await keepPicture(context, tx, picture);
    const ids = await fillPlaces(tx, importId, { address, img: picture.url, most: TOOLS_AT_ONCE });
    await lockTools(tx, ids);
    const tools = await findShown(tx, importId, address, ids);
    const isAsLeft = ({ shown, before }: (typeof tools)[number]) => shown.join(' ') === before.join(' ');
    const shown = tools.filter(isAsLeft);
    const others = ids.filter((id) => !shown.some((tool) => tool.id === id));
    await writeTools(
      context,
      tx,
      shown.map(({ id, after }) => ({ id, fields: fieldsOf(after) })),
    );
    await noteNextVersions(tx, importId, shown);
    if (others.length > 0) await emptyPlaces(tx, importId, address, others);
    await invalidateEverywhere(tx);
    return ids.length === TOOLS_AT_ONCE;
  });
}

const fieldsOf = ([img = null, ...more]: (string | null)[]) => ({
  img,
  pictures: formatPictures(more.map((each) => ({ img: String(each) }))),
});
