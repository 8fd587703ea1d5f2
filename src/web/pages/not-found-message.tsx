import { notFoundTexts } from '#web/texts/not-found.ts';
import { LinkButton } from '#web/ui/button.tsx';

/** The 404 page: its texts (specification, section 2), and two ways out. */
export function NotFound() {
  return (
    <div className="page flex flex-1 flex-col items-start justify-center py-20">
      <p className="headline text-5xl">{notFoundTexts.exclamation}</p>
      <h1 className="mt-4 text-2xl">{notFoundTexts.heading}</h1>
      <p className="mt-3 max-w-prose text-ink-soft">{notFoundTexts.apology}</p>
      <p className="mt-8 flex flex-wrap gap-3">
        <LinkButton to="/">{notFoundTexts.home}</LinkButton>
        <LinkButton to="/tools" variant="secondary">
          {notFoundTexts.tools}
        </LinkButton>
      </p>
    </div>
  );
}
