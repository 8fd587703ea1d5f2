import { type ReactNode, useEffect, useId, useRef } from 'react';
import type { FieldErrors, FieldValues } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { Button } from '../button.tsx';
import { classNames } from '../class-names.ts';
import { ConfirmDialog } from '../dialog.tsx';
import { addToolTexts, formTexts as texts } from '../form-texts.ts';

/** Describes the invalid fields in one sentence, to be announced when a form is sent; their labels are in
 * page order. */
export function formProblems<Fields extends FieldValues>(
  errors: FieldErrors<Fields>,
  labels: Partial<Record<keyof Fields, string>>,
): string {
  const atFault = Object.entries(labels).filter(([field]) => field in errors);
  return texts.problems(atFault.map(([, label]) => String(label)));
}

/** Shows that an earlier draft is restored, with a button to discard it. */
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

/** Shows that someone else has made changes meanwhile, and takes the focus. The children offer the
 * choices. */
export function ConflictBox({
  heading,
  className,
  children,
}: {
  heading: string;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  const ref = useRef<HTMLHeadingElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section
      aria-labelledby={id}
      className={classNames('mb-6 rounded-md border border-warn/40 bg-warn-wash p-4 sm:p-6', className)}
    >
      <h2 id={id} ref={ref} tabIndex={-1} className="text-xl">
        {heading}
      </h2>
      {children}
    </section>
  );
}

type SwappedConflictProps = {
  /** A versioned form. */
  form: { hidden: { isMine: boolean } | undefined; swap: () => void };
  heading: string;
  /** What is not the same in the two versions. */
  names: string[];
  className: string;
};

/** Reports a change by someone else, and swaps their version with the typed one. */
export function SwappedConflict({ form: { hidden, swap }, names, ...box }: SwappedConflictProps) {
  const isMineShown = !hidden?.isMine;
  return (
    <ConflictBox {...box}>
      <p aria-live="polite" className="mt-2">
        {isMineShown ? texts.conflict.mine : texts.conflict.theirs}
      </p>
      {names.length > 0 && <p className="mt-2 wrap-anywhere">{texts.conflict.differs(names)}</p>}
      <Button variant="secondary" className="mt-4" onClick={swap}>
        {isMineShown ? texts.conflict.showTheirs : texts.conflict.showMine}
      </Button>
    </ConflictBox>
  );
}

/** The end of a form: its problem, announced at once, its buttons, and what they wait for. With `changes`,
 * the labels of the changed fields, it stays in sight and names them. */
export function FormFoot({
  problem,
  waiting,
  changes,
  children,
}: {
  problem: string | undefined;
  waiting: string | undefined;
  changes?: readonly string[];
  children: ReactNode;
}) {
  return (
    <div className={classNames('space-y-3', changes && 'save-bar')}>
      {changes && changes.length > 0 && (
        <p className="line-clamp-2 text-sm font-semibold" title={texts.unsaved(changes)}>
          {texts.unsaved(changes)}
        </p>
      )}
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

/** Asks for confirmation before leaving a page with unsaved input. */
export function LeaveDialog({
  wouldLose,
  title = texts.leave,
  why = texts.leaveWhy,
}: {
  wouldLose: boolean;
  title?: string;
  why?: string;
}) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return wouldLose && currentLocation.pathname !== nextLocation.pathname;
  });
  useEffect(() => {
    if (!wouldLose) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [wouldLose]);
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onClose={() => blocker.reset?.()}
      title={title}
      cancelLabel={addToolTexts.stay}
      confirmLabel={addToolTexts.leaveNow}
      onConfirm={() => blocker.proceed?.()}
    >
      <p>{why}</p>
    </ConfirmDialog>
  );
}
