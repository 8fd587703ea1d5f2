import { useRef, useState } from 'react';
import { useSession } from '#features/users/web/session/session.tsx';
import { newKey } from '#ui/client/new-key.ts';
import { uploadPictureCall } from '../contract.ts';

/** The `Idempotency-Key` under which a chosen file is sent, and its address once it has arrived. */
type Upload = { key: string; url?: string };

/** Uploads a picture. One that has arrived is not sent again when saving failed; one whose answer got lost
 * is, under the same key. `progress` is the fraction uploaded. */
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
