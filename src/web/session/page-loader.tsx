import { sessionTexts } from '#texts/session.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** Stands in for a whole page while sign-in resolves. */
export function PageLoader() {
  return (
    <div className="page grid min-h-[60vh] place-items-center text-ink-soft">
      <Spinner label={sessionTexts.loading} className="size-8" />
    </div>
  );
}
