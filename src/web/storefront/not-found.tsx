import { data } from 'react-router';
import { pageMeta } from '#web/page-meta.ts';
import type { Route } from './+types/not-found.ts';
import { NotFound } from './not-found-message.tsx';

/** Any address that is none of the shop's: status 404. */
export function loader() {
  return data(null, 404);
}

/** In the browser there is nothing to ask the server for. */
export const clientLoader = () => null;

export const meta: Route.MetaFunction = () =>
  pageMeta('Page not found', 'This page is not part of the shop.');

/** The 404 page. */
export default function NotFoundPage() {
  return <NotFound />;
}
