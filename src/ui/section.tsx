import { type ReactNode, useId } from 'react';
import { classNames } from './class-names.ts';

/** A section of the home page with its heading; `aside` is to the right of the heading. */
export function Section({
  heading,
  aside,
  id,
  className,
  children,
}: {
  heading: string;
  aside?: ReactNode;
  id?: string;
  className?: string;
  children: ReactNode;
}) {
  const headingId = useId();
  return (
    <section id={id} aria-labelledby={headingId} className={classNames('page py-12 lg:py-20', className)}>
      <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h2 id={headingId} className="text-3xl">
          {heading}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
