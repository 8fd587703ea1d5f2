import { type ReactNode, useState } from 'react';
import { Icon } from '../icon.tsx';
import { advancedTexts } from './texts.ts';

type AdvancedProps = Omit<FoldedProps, 'summary'> & {
  /** What is inside, in a few words. */
  about: string;
};

/** What a small shop does not need at first: closed until something in it is used. */
export const Advanced = ({ about, ...part }: AdvancedProps) => (
  <FoldedPart
    {...part}
    summary={
      <>
        {advancedTexts.label} <span className="font-normal text-ink-soft">{about}</span>
      </>
    }
  />
);

type FoldedProps = {
  summary: ReactNode;
  /** Whether something inside is set or wrong, so that it must be seen. */
  isUsed: boolean;
  children: ReactNode;
};

/** A part of a form that is closed until something in it is used. */
export function FoldedPart({ summary, isUsed, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isUsed);
  const [wasUsed, setWasUsed] = useState(isUsed);
  // What becomes used, by an error for example, opens; the reader may close it again.
  if (isUsed !== wasUsed) {
    setWasUsed(isUsed);
    if (isUsed) setOpen(true);
  }
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="rounded-md border border-line"
    >
      <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-4 px-4 py-2 font-semibold">
        <span>{summary}</span>
        <Icon name="chevron-down" className="size-5 shrink-0 [[open]>summary>&]:rotate-180" />
      </summary>
      <div className="space-y-5 px-4 pt-2 pb-4">{children}</div>
    </details>
  );
}
