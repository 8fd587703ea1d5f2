import { Link } from 'react-router';
import { notFoundTexts } from '#texts/not-found.ts';

/** The texts of the 404 page (specification, section 2). */
export function NotFound() {
  return (
    <div className="page flex flex-1 flex-col items-start justify-center py-20">
      <p className="headline text-5xl">{notFoundTexts.exclamation}</p>
      <h1 className="mt-4 text-2xl">{notFoundTexts.heading}</h1>
      <p className="mt-3 max-w-prose text-ink-soft">{notFoundTexts.apology}</p>
      <Link to="/" className="text-link mt-6 inline-flex min-h-11 items-center font-semibold">
        {notFoundTexts.home}
      </Link>
    </div>
  );
}
