import type { ReactNode } from 'react';

/** Progress as a bar and in words; without `value` the end is unknown. */
export function ProgressBar({
  label,
  value,
  max,
  children,
}: {
  label: string;
  value?: number;
  max?: number;
  children: ReactNode;
}) {
  return (
    <div className="mt-3 space-y-2">
      <progress
        aria-label={label}
        value={value}
        max={max}
        className="block h-1.5 w-full appearance-none overflow-hidden rounded-md bg-sunken indeterminate:animate-pulse forced-colors:appearance-auto [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-accent"
      />
      <p className="text-sm tabular-nums">{children}</p>
    </div>
  );
}
