import { classNames } from '#web/ui/class-names.ts';

/** The shop's name with its mark: a T-square on signal orange. */
export function Wordmark({ className }: { className?: string }) {
  return (
    <span className={classNames('inline-flex items-center gap-2.5', className)}>
      <svg viewBox="0 0 32 32" aria-hidden="true" className="size-8 shrink-0">
        <rect width="32" height="32" rx="6" className="fill-accent" />
        <path d="M6 7h20v5.5h-7V26h-6V12.5H6V7Z" className="fill-on-accent" />
        <path d="M16 16.5h3m-2 3h2m-3 3h3" strokeWidth="1.25" className="stroke-accent" />
      </svg>
      <span className="text-xl font-[760] tracking-[-0.02em] [font-stretch:118%]">Toolyard</span>
    </span>
  );
}
