import { useEffect, useState } from 'react';

/** The address of a chosen file within this page, as long as it is chosen. */
export function useFileAddress(file: File | undefined): string | undefined {
  const [preview, setPreview] = useState<{ file: File; url: string }>();
  useEffect(() => {
    if (!file) return;
    const url = URL.createObjectURL(file);
    // biome-ignore lint/nursery/useReactCompiler: an address is had and given back, as by any other subscription.
    setPreview({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // The last file's address is void by the time the next one is first shown.
  return preview?.file === file ? preview?.url : undefined;
}
