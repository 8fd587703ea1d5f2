import { sessionTexts } from '#features/users/texts/session.ts';
import { Spinner } from '#web/ui/spinner.tsx';

/** Stands in for a whole page while sign-in resolves. As high as the window, so that the foot does not jump out of it. */
export function PageLoader() {
  return (
    <div className="page grid min-h-dvh place-items-center text-ink-soft">
      <Spinner label={sessionTexts.loading} className="size-8" />
    </div>
  );
}
