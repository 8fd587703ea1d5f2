import { createHash } from 'node:crypto';
import { noPageSources, type PageSources } from '#platform/page-sources.ts';

/** What a page brings along inline. Everything else it loads comes from the shop itself. */
type InlineSources = { scripts?: string[]; styles?: string[] };

const nothing = ["base-uri 'none'", "frame-ancestors 'none'"];

/** The content security policy of every reply that is no page: it may load, send and run nothing (CSP level 3). */
export const bareContentPolicy = ["default-src 'none'", "form-action 'none'", ...nothing].join('; ');

/** What even a reply has that is given before any hook runs. */
export const bareHeaders = {
  'content-security-policy': bareContentPolicy,
  'x-content-type-options': 'nosniff',
};

/**
 * The content security policy of a page: the shop's own files and calls, the pictures a browser makes of a file that is
 * being chosen, of inline scripts and styles exactly those given, and of other sites what the services in use need. Never
 * an `unsafe-…` source.
 */
export function pageContentPolicy(
  { scripts = [], styles = [] }: InlineSources,
  others: PageSources = noPageSources,
): string {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...hashesOf(scripts), ...others.scripts].join(' '),
    ['style-src', "'self'", ...hashesOf(styles)].join(' '),
    ["img-src 'self' blob:", ...(others.pictures ?? [])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...others.connections].join(' '),
    ...(others.frames.length > 0 ? [['frame-src', ...others.frames].join(' ')] : []),
    "manifest-src 'self'",
    "form-action 'self'",
    ...nothing,
  ].join('; ');
}

/** The source expressions for inline texts, each named once. */
function hashesOf(texts: string[]): string[] {
  const hashes = texts.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [...new Set(hashes)];
}
