import type { ReactNode } from 'react';
import type { Hits } from '#features/catalogue/search/contract.ts';
import { classNames } from '#web/ui/class-names.ts';
import { hitsFigure } from './hits-text.ts';

/** A group of filters under its name. */
export function FilterGroup({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset className="min-w-0 border-t border-line pt-4">
      <legend className="float-left mb-2 w-full text-sm font-semibold">{legend}</legend>
      <div className="clear-left">{children}</div>
    </fieldset>
  );
}

interface FilterOptionProps {
  type: 'checkbox' | 'radio';
  name: string;
  value: string;
  isChosen: boolean;
  /** What choosing it would find; left out where that is not known. */
  hits?: Hits | undefined;
  children: ReactNode;
}

/**
 * A box to tick, or one of several to choose from, with the number of tools it stands for. One that no tool is left for
 * leads nowhere, so it can only be taken off again.
 */
export function FilterOption({ type, name, value, isChosen, hits, children }: FilterOptionProps) {
  const isEmpty = isNothing(hits) && !isChosen;
  return (
    <label
      className={classNames(
        'flex min-h-8 items-center gap-2.5 text-sm max-md:min-h-11 max-md:text-base',
        isEmpty ? 'text-ink-soft' : 'cursor-pointer hover:text-accent-strong',
      )}
    >
      <input
        type={type}
        name={name}
        value={value}
        defaultChecked={isChosen}
        disabled={isEmpty}
        className="size-4 shrink-0 accent-accent max-md:size-5"
      />
      <span className="min-w-0 flex-1 wrap-anywhere">{children}</span>
      {hits && <Figure hits={hits} />}
    </label>
  );
}

/** Whether it is sure that nothing would be found. */
export function isNothing(hits: Hits | undefined): boolean {
  return hits?.count === 0 && hits.isExact;
}

/** The number beside a filter. */
export function Figure({ hits }: { hits: Hits }) {
  return <span className="text-xs text-ink-soft tabular-nums">{hitsFigure(hits)}</span>;
}
