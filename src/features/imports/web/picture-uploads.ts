import { ApiError, errorMessage } from '#ui/client/api-client.ts';
import { newKey } from '#ui/client/new-key.ts';
import { pictureKey } from '../file-rules.ts';

/** As many as the shop takes in at a time. */
const AT_ONCE = 3;

type Picture = {
  file: File;
  /** The `Idempotency-Key` under which it is sent, again too. */
  key: string;
  url?: string;
  /** Why it cannot be taken. */
  problem?: string;
};

/** How far the pictures for an import have come. */
export type PictureUploads = {
  total: number;
  uploaded: number;
  /** Still to be uploaded. */
  left: number;
  isUploading: boolean;
  refused: { name: string; problem: string }[];
  /** Names that several of the files had; the last of them is the one that counts. */
  replaced: string[];
  /** Why those that are left are not being uploaded. */
  stopped: string | undefined;
};

type Ways = {
  /** Why a file cannot be taken, as far as can be told before it is sent. */
  check: (file: File) => Promise<string | undefined>;
  /** Sends a file, and answers its address. */
  upload: (file: File, key: string, signal: AbortSignal) => Promise<string>;
};

/** The pictures for an import, by the names of their files: uploaded a few at a time, none of them twice. */
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

  /** Begins with as many of those that are left as go at once; each that ends makes room for the next. */
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
    // Should it be this one's doing, the others come first the next time.
    pictures.delete(name);
    pictures.set(name, picture);
  }

  /** Takes files; one that is there already is not taken again, and another
   * one of its name takes its place. */
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

  /** Uploads those that are left. */
  function resume(): void {
    stopped = undefined;
    goOn();
  }

  /** Breaks off, and lets go of those that are left. */
  function cancel(): void {
    controller.abort();
    controller = new AbortController();
    underWay.clear();
    for (const [name, picture] of pictures) if (isLeft(picture)) pictures.delete(name);
    tell();
  }

  /** The addresses of those that are uploaded, by the names of their files. */
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

/** Whether what was refused is the file: without a session, or too often, none is taken. */
const isOfTheFile = (error: unknown) =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 403, 429].includes(error.status);
