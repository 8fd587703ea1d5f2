import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { addToolCall } from '#features/catalogue/contract.ts';
import { uploadPictureCall } from '#features/catalogue/pictures/contract.ts';
import { useSession } from '#features/users/web/session/session.tsx';
import { newKey } from '#web/client/new-key.ts';
import type { ToolFields } from './tool-fields.ts';

/** A chosen file, the `Idempotency-Key` under which it is sent, and its address once it has arrived. */
type Upload = { file: File; key: string; url?: string };

/**
 * Uploads a tool's picture, then adds the tool. A picture that has arrived is not sent again when adding the tool
 * failed; one whose answer got lost is, under the same key. `progress` is the fraction uploaded while that goes on.
 */
export function useAddTool() {
  const { api } = useSession();
  const queries = useQueryClient();
  const latest = useRef<Upload>(undefined);
  const [progress, setProgress] = useState<number>();

  async function upload(file: File): Promise<string> {
    if (latest.current?.file !== file) latest.current = { file, key: newKey() };
    const chosen = latest.current;
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

  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ image, ...tool }: ToolFields) => {
      const img = await upload(image);
      await api.call(addToolCall, { body: { ...tool, img } });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  });
  return { addTool: mutateAsync, isAdding: isPending, progress };
}
