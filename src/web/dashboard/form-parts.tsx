import type { ReactNode } from 'react';
import { formTexts as texts } from '#web/texts/forms.ts';
import { Button } from '#web/ui/button.tsx';

/** Says that what was typed before is back, and takes it out again. */
export function RestoredNote({ isRestored, onStartOver }: { isRestored: boolean; onStartOver: () => void }) {
  return (
    <div role="status">
      {isRestored && (
        <p className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line bg-sunken py-2 pr-2 pl-4">
          <span className="flex-1">{texts.restored}</span>
          <Button variant="quiet" size="sm" onClick={onStartOver}>
            {texts.startOver}
          </Button>
        </p>
      )}
    </div>
  );
}

/** The end of a form: what is wrong with it, told at once; its buttons; and what they wait for. */
export function FormFoot({
  problem,
  waiting,
  children,
}: {
  problem: string | undefined;
  waiting: string | undefined;
  children: ReactNode;
}) {
  return (
    <div className="space-y-4">
      <p role="alert" className="font-medium text-bad empty:hidden">
        {problem}
      </p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        {children}
        <p aria-live="polite" className="text-sm text-ink-soft">
          {waiting}
        </p>
      </div>
    </div>
  );
}
