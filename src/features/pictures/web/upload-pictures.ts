import { useRef, useState } from 'react';
import { z } from 'zod/mini';
import { MAX_PICTURE_BYTES, MAX_PICTURE_PIXELS } from '#contracts/picture.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { newKey } from '#ui/client/new-key.ts';
import { addToolTexts } from '#ui/form-texts.ts';
import { uploadPictureCall } from '../contract.ts';

const { picture: texts } = addToolTexts;

/** Number of leading bytes that identify a file's type. */
const HEAD_BYTES = 1024;

/** A file that a form takes as a picture. */
export const pictureFile = z.custom<File | undefined>().check(async (file) => {
  const problem = file.value && (await problemOfPicture(file.value));
  if (problem) file.issues.push({ code: 'custom', message: problem, input: file.value });
});

const checked = new WeakMap<File, Promise<string | undefined>>();

/** Returns why the shop can't accept a file as a picture, as far as a browser can check; `undefined` if no
 * problem was found. The server decides, after checking the whole file. */
export function problemOfPicture(file: File): Promise<string | undefined> {
  const known = checked.get(file) ?? findProblem(file);
  checked.set(file, known);
  return known;
}

async function findProblem(file: File): Promise<string | undefined> {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const kind = kindOf(head);
  if (kind !== 'picture') return texts.notOne(texts.kinds[kind]);
  if (file.size > MAX_PICTURE_BYTES) return texts.tooLarge;
  const pixels = await countPixels(file);
  if (pixels === undefined) return texts.damaged;
  if (pixels <= MAX_PICTURE_PIXELS) return undefined;
  return texts.tooManyPixels(Math.ceil(pixels / 1e6), MAX_PICTURE_PIXELS / 1e6);
}

type FileKind = 'picture' | keyof typeof texts.kinds;

// File types by their first bytes, regardless of the file's name.
const signatures: [FileKind, RegExp][] = [
  ['picture', /^\xff\xd8\xff|^\x89PNG\r\n|^RIFF.{4}WEBP|^.{4}ftyp.{0,60}avif/s],
  ['heic', /^.{4}ftyp(?:hei|hev|mif|msf)/s],
  ['gif', /^GIF8/],
  ['pdf', /^%PDF/],
  ['svg', /<svg[\s>]/i],
];

/** Returns the type of a file that begins with these bytes. */
export function kindOf(head: Uint8Array): FileKind {
  if (head.length === 0) return 'empty';
  const text = String.fromCharCode(...head);
  const known = signatures.find(([, signature]) => signature.test(text));
  if (known) return known[0];
  return head.some((byte) => byte < 9) ? 'other' : 'text';
}

/** Returns a picture's number of pixels without decoding it; `undefined` if the browser can't read it. */
async function countPixels(file: File): Promise<number | undefined> {
  const url = URL.createObjectURL(file);
  try {
    const { promise, resolve } = Promise.withResolvers<number | undefined>();
    const image = new Image();
    image.onload = () => resolve(image.naturalWidth * image.naturalHeight);
    image.onerror = () => resolve(undefined);
    image.src = url;
    return await promise;
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** The `Idempotency-Key` for a chosen file, and its URL once uploaded. */
type Upload = { key: string; url?: string };

/** Uploads a picture. An uploaded file is not sent again if saving fails; one whose reply was lost is, under
 * the same key. `progress` is the uploaded fraction. */
export function useUpload() {
  const { api } = useSession();
  const uploads = useRef(new WeakMap<File, Upload>());
  const [progress, setProgress] = useState<number>();

  async function upload(file: File): Promise<string> {
    const chosen: Upload = uploads.current.get(file) ?? { key: newKey() };
    uploads.current.set(file, chosen);
    if (chosen.url) return chosen.url;
    setProgress(0);
    try {
      const form = new FormData();
      form.append('image', file);
      const headers = { 'idempotency-key': chosen.key };
      const { data } = await api.call(uploadPictureCall, { form, headers, onProgress: setProgress });
      chosen.url = data.url;
      return data.url;
    } finally {
      setProgress(undefined);
    }
  }
  return { upload, progress };
}
