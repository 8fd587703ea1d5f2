import { Link } from 'react-router';

/** The texts of the 404 page (specification, section 2). */
export function NotFound() {
  return (
    <div className="page flex flex-1 flex-col items-start justify-center py-20">
      <p className="text-5xl font-bold [font-stretch:118%]">Oops!</p>
      <h1 className="mt-4 text-2xl">Page not found</h1>
      <p className="mt-3 max-w-prose text-ink-soft">
        We are sorry, but the page you requested was not found!!
      </p>
      <Link to="/" className="text-link mt-6 inline-flex min-h-11 items-center font-semibold">
        Go to Home
      </Link>
    </div>
  );
}
