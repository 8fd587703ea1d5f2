import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSession } from '#web/session/session.tsx';
import type { ToolFields } from './tool-fields.ts';

/**
 * Uploads a tool's picture, then adds the tool. A picture that has arrived is not sent again when adding the tool
 * failed. `progress` is the fraction uploaded while that goes on.
 */
export function useAddTool() {
  const { api } = useSession();
  const queries = useQueryClient();
  const uploaded = useRef<{ file: File; url: string }>(undefined);
  const [progress, setProgress] = useState<number>();

  async function upload(file: File): Promise<string> {
    if (uploaded.current?.file === file) return uploaded.current.url;
    setProgress(0);
    try {
      const { data } = await api.uploadPicture(file, setProgress);
      uploaded.current = { file, url: data.url };
      return data.url;
    } finally {
      setProgress(undefined);
    }
  }

  const { mutateAsync, isPending } = useMutation({
    mutationFn: async ({ image, ...tool }: ToolFields) => {
      const img = await upload(image);
      const { insertedId } = await api.addTool({ ...tool, img });
      if (!insertedId) throw new Error('The shop did not say which tool it added');
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['tools'] }),
  });
  return { addTool: mutateAsync, isAdding: isPending, progress };
}
