import { Button, LinkButton } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { COMPARE_FORM, comparisonPath, MAX_COMPARED } from '../rules.ts';
import { compareTexts as texts } from '../texts.ts';
import { setCompared, useCompared } from './compared.ts';

/** Leads from marked tools to their comparison, at the window's lower edge while a list scrolls. Without
 * scripts it is the button of the form that the checkboxes belong to. */
export function CompareBar() {
  const compared = useCompared();
  return (
    <form
      id={COMPARE_FORM}
      action="/compare"
      aria-label={texts.label}
      className={classNames('sticky bottom-0 z-2', compared.length > 0 && 'pb-3')}
    >
      <noscript>
        <Button type="submit" variant="secondary" className="mb-3">
          {texts.heading}
        </Button>
      </noscript>
      {compared.length > 0 && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-line-strong bg-surface px-4 py-2 shadow-lg">
          <p aria-live="polite" className="min-w-0 flex-1 text-sm">
            <b className="whitespace-nowrap">{texts.chosen(compared.length, MAX_COMPARED)}</b>{' '}
            <span className="line-clamp-1 wrap-anywhere text-ink-soft max-sm:hidden">
              {compared.length === 1 ? texts.another : compared.map(({ name }) => name).join(' · ')}
            </span>
          </p>
          <Button variant="quiet" size="sm" onClick={() => setCompared([])}>
            {texts.clear}
          </Button>
          {compared.length > 1 && (
            <LinkButton size="sm" to={comparisonPath(compared.map(({ _id }) => _id))}>
              {texts.compare(compared.length)}
            </LinkButton>
          )}
        </div>
      )}
    </form>
  );
}
