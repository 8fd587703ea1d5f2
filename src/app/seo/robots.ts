import type { LoaderFunctionArgs } from 'react-router';
import { settingsContext } from '#ui/client/load-context.ts';

// Private pages, single-use links, the API. Login and searches stay open, so that robots can read their
// `noindex`.
const closed = [
  '/dashboard',
  '/mailbox',
  '/api/',
  '/login/google-done',
  '/reset-password',
  '/verify-email',
  '/change-email',
  '/invitation',
  '/delay',
  '/stop-emails',
];

/** `GET /robots.txt` (RFC 9309), with the address of the sitemap. */
export function loader({ context }: LoaderFunctionArgs): Response {
  const { origin } = context.get(settingsContext);
  const lines = [
    'User-agent: *',
    ...closed.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
  ];
  return new Response(`${lines.join('\n')}\n`, { headers: { 'content-type': 'text/plain; charset=utf-8' } });
}
