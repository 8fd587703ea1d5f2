import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { listsTexts } from '#texts/lists.ts';
import { errorMessage } from '#web/client/api-client.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/toast.tsx';

/** Saves a list as a file: what `load` answers for the filters in the page's address. */
export function ExportButton({
  load,
  label = listsTexts.exportCsv,
  size,
}: {
  load: (filters: Record<string, string>) => Promise<Response>;
  label?: string;
  size?: 'sm';
}) {
  const [filters] = useSearchParams();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => saveFile(await load(Object.fromEntries(filters))),
    onError: (error) => notify.error(errorMessage(error)),
  });
  return (
    <Button variant="secondary" size={size} busy={isPending} onClick={() => mutate()}>
      {label}
    </Button>
  );
}

/** Hands a file over to the browser, under the name that came with it. */
export async function saveFile(response: Response): Promise<void> {
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = address;
  link.download = /filename="(.+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? '';
  link.click();
  URL.revokeObjectURL(address);
}
