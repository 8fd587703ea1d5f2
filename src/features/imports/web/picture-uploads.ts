import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { newKey } from '#ui/client/new-key.ts';
import { pictureKey } from '../file-rules.ts';

/** Maximum number of concurrent uploads, as many as the server processes at a time. */
const AT_ONCE = 3;

type Picture = {
  file: File;
  /** The `Idempotency-Key` of its upload, also for retries. */
  key: string;
  url?: string;
  /** Why it is rejected. */
  problem?: string;
};

/** The progress of the pictures for an import. */
export type PictureUploads = {
  total: number;
  uploaded: number;
  /** Not uploaded yet. */
  left: number;
  isUploading: boolean;
  refused: { name: string; problem: string }[];
  /** Names that several files had; the last file with a name is used. */
  replaced: string[];
  /** Why the remaining pictures are not being uploaded. */
  stopped: string | undefined;
};

type Ways = {
  /** Returns why a file is rejected, as far as the browser can check. */
  check: (file: File) => Promise<string | undefined>;
  /** Uploads a file, and returns its address. */
  upload: (file: File, key: string, signal: AbortSignal) => Promise<string>;
};

/** Uploads the pictures for an import, by file name: a few at a time, and each once. */
export function createPictureUploads({ check, upload }: Ways) {
  const pictures = new Map<string, Picture>();
  const listeners = new Set<() => void>();
  const underWay = new Set<Picture>();
  let controller = new AbortController();
  let replaced: string[] = [];
  let stopped: string | undefined;
  let state = read();

  function read(): PictureUploads {
    const all = [...pictures.values()];
    return {
      total: all.length,
      uploaded: all.filter(({ url }) => url).length,
      left: all.filter(isLeft).length,
      isUploading: underWay.size > 0,
      refused: all.flatMap(({ file: { name }, problem }) => (problem ? [{ name, problem }] : [])),
      replaced,
      stopped,
    };
  }

  function tell(): void {
    state = read();
    for (const listener of listeners) listener();
  }

  /** Starts as many of the remaining uploads as may run at once; each that ends starts the next. */
  function goOn(): void {
    const { signal } = controller;
    for (const [name, picture] of [...pictures]) {
      if (underWay.size >= AT_ONCE || stopped) break;
      if (!isLeft(picture) || underWay.has(picture)) continue;
      underWay.add(picture);
      void take(name, picture, signal).then(() => {
        if (signal.aborted) return;
        underWay.delete(picture);
        goOn();
      });
    }
    tell();
  }

  async function take(name: string, picture: Picture, signal: AbortSignal): Promise<void> {
    try {
      const problem = await check(picture.file);
      if (problem) picture.problem = problem;
      else if (!signal.aborted) picture.url = await upload(picture.file, picture.key, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isOfTheFile(error)) picture.problem = errorMessage(error);
      else stop(name, picture, errorMessage(error));
    }
  }

  function stop(name: string, picture: Picture, why: string): void {
    stopped = why;
    if (pictures.get(name) !== picture) return;
    // Moved to the end: if this file is the cause, the others are tried first next time.
    pictures.delete(name);
    pictures.set(name, picture);
  }

  /** Adds files: skips one that is there already, and replaces another one of the same name. */
  function add(files: File[]): void {
    for (const [name, { problem }] of pictures) if (problem) pictures.delete(name);
    replaced = [];
    for (const file of files) {
      const name = pictureKey(file.name);
      const before = pictures.get(name)?.file;
      if (before && isSame(before, file)) continue;
      if (before) replaced.push(file.name);
      pictures.set(name, { file, key: newKey() });
    }
    resume();
  }

  /** Resumes the remaining uploads. */
  function resume(): void {
    stopped = undefined;
    goOn();
  }

  /** Aborts, and drops the remaining files. */
  function cancel(): void {
    controller.abort();
    controller = new AbortController();
    underWay.clear();
    for (const [name, picture] of pictures) if (isLeft(picture)) pictures.delete(name);
    tell();
  }

  /** Returns the addresses of uploaded pictures, by file name. */
  const addresses = (): Record<string, string> =>
    Object.fromEntries([...pictures.values()].flatMap(({ file, url }) => (url ? [[file.name, url]] : [])));

  function subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  return { add, resume, cancel, addresses, subscribe, current: () => state };
}

const isLeft = ({ url, problem }: Picture) => !url && !problem;

const isSame = (one: File, other: File) =>
  one.size === other.size && one.lastModified === other.lastModified && one.type === other.type;

/** Whether the error is the file's: without a session, or over the rate limit, any file is refused. */
const isOfTheFile = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 429].includes(error.status);
