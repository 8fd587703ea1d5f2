import { data } from 'react-router';
import { notFoundTexts } from '#web/texts/not-found.ts';
import { pageMeta } from '#web/ui/page-meta.ts';
import type { Route } from './+types/not-found.ts';
import { NotFound } from './not-found-message.tsx';

/** Any address that is none of the shop's: status 404. */
export function loader() {
  return data(null, 404);
}

/** In the browser there is nothing to ask the server for. */
export const clientLoader = () => null;

export const meta: Route.MetaFunction = () => pageMeta(notFoundTexts.heading, notFoundTexts.description);

/** The 404 page. */
export default function NotFoundPage() {
  return <NotFound />;
}
