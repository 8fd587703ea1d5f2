import type { ComponentProps, ReactElement } from 'react';
import { Link } from 'react-router';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import { Spinner } from './loading.tsx';

interface ButtonLook {
  /** `primary` for the one main action, `secondary` beside it, `quiet` in rows and bars, `danger` for
   * deletion. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  /** `md` is 44 px high (main actions), `sm` 32 px (rows of a table), `lg` 52 px. */
  size?: 'sm' | 'md' | 'lg' | undefined;
  icon?: IconName | ReactElement | false | null | undefined;
}

const looks = {
  primary: 'border-accent bg-accent text-on-accent hover:border-accent-strong hover:bg-accent-strong',
  secondary: 'border-line-strong bg-surface text-ink hover:border-ink',
  quiet: 'border-transparent text-ink hover:bg-sunken',
  danger: 'border-bad bg-surface text-bad hover:bg-bad-wash',
};

const sizes = {
  sm: 'min-h-8 gap-1.5 px-3 text-sm',
  md: 'min-h-11 gap-2 px-5 text-base',
  lg: 'min-h-13 gap-2.5 px-8 text-lg',
};

function buttonClasses({ variant = 'primary', size = 'md' }: ButtonLook): string {
  return classNames(
    'inline-flex items-center justify-center rounded-md border text-center font-semibold transition-colors',
    'disabled:border-line disabled:bg-sunken disabled:text-ink-soft aria-disabled:cursor-progress aria-disabled:opacity-60',
    looks[variant],
    sizes[size],
  );
}

const asIcon = (icon: ButtonLook['icon']) =>
  typeof icon === 'string' ? <Icon name={icon} className="size-4" /> : icon;

/** A button. `busy` shows a spinner, ignores presses and announces it, but keeps the focus, which a disabled
 * button would lose. */
export function Button({
  variant,
  size,
  icon,
  busy = false,
  onClick,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonLook & { busy?: boolean } & ComponentProps<'button'>) {
  return (
    <button
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={classNames(buttonClasses({ variant, size }), className)}
      {...rest}
    >
      {busy ? <Spinner className="size-4" /> : asIcon(icon)}
      {children}
    </button>
  );
}

/** A link within the site that looks like a button. Accepts the props of react-router's `Link`. */
export function LinkButton({
  variant,
  size,
  icon,
  className,
  children,
  ...rest
}: ButtonLook & ComponentProps<typeof Link>) {
  return (
    <Link className={classNames(buttonClasses({ variant, size }), className)} {...rest}>
      {asIcon(icon)}
      {children}
    </Link>
  );
}
