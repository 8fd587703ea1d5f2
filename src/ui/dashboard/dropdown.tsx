import { type ReactNode, type Ref, useId } from 'react';
import { classNames } from '../class-names.ts';

/** A button that opens a panel below itself. The browser closes it on Escape or a press elsewhere, and gives
 * the focus back. */
export function Dropdown({
  label,
  button,
  buttonClass,
  className,
  children,
  ref,
}: {
  /** Names the panel. */
  label: string;
  button: ReactNode;
  buttonClass: string;
  className: string;
  children: ReactNode;
  ref?: Ref<HTMLButtonElement>;
}) {
  const id = useId();
  return (
    <>
      <button ref={ref} type="button" popoverTarget={id} className={buttonClass}>
        {button}
      </button>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need its legend. */}
      <div
        id={id}
        popover="auto"
        role="group"
        aria-label={label}
        className={classNames(
          'dropdown rounded-md border border-line bg-surface text-base text-ink raised',
          className,
        )}
      >
        {children}
      </div>
    </>
  );
}

/** Actions on a row behind one button, which `label` names with the row, of a `Button`'s size.
 * The children are their buttons. */
export function RowMenu({
  label,
  size,
  children,
}: {
  label: string;
  size: 'sm' | undefined;
  children: ReactNode;
}) {
  return (
    <Dropdown
      label={label}
      button={
        <>
          <svg viewBox="0 0 24 24" fill="currentColor" aria-hidden="true" className="size-5">
            <path d="M4.500 10.500h3v3h-3zm6 0h3v3h-3zm6 0h3v3h-3z" />
          </svg>
          <span className="sr-only">{label}</span>
        </>
      }
      buttonClass={classNames(
        'inline-flex items-center justify-center rounded-md border border-line-strong bg-surface hover:border-ink',
        size === 'sm' ? 'size-8' : 'size-11',
      )}
      className="min-w-40 p-1"
    >
      <div
        // Before the action, whose dialog gives the focus back to what had it.
        onClickCapture={({ currentTarget }) => currentTarget.parentElement?.hidePopover()}
        className="menu-items flex flex-col"
      >
        {children}
      </div>
    </Dropdown>
  );
}
