import { useEffect, useState } from 'react';
import { PrefetchPageLinks } from 'react-router';

/** So long after the list has come alive its first pictures are there. */
const QUIET_MS = 500;

/** What browsers tell of the line, where they do (Network Information API). */
type Line = { saveData?: boolean; effectiveType?: string };

/** Whether the reader's line is to carry what they may never ask for. */
function mayPrefetch(): boolean {
  const line: Line | undefined = Reflect.get(navigator, 'connection');
  return !line?.saveData && !line?.effectiveType?.includes('2g');
}

/** Fetches the code of the tool page, the same for every tool, when the page beside it has nothing else to do. */
export function PrefetchToolPage({ toolId }: { toolId: string }) {
  const [isTime, setIsTime] = useState(false);
  useEffect(() => {
    if (!mayPrefetch()) return;
    const timer = setTimeout(() => setIsTime(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, []);
  return isTime && <PrefetchPageLinks page={`/tools/${toolId}`} />;
}
