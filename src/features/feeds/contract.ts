import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
import { idParamsSchema, idSchema } from '#contracts/identifiers.ts';
import { toolSchema } from '#features/catalogue/contract.ts';

const feedSchema = z.string();

const feed = {
  method: 'GET',
  access: 'public',
  reply: feedSchema,
  media: 'application/rss+xml',
  tag: 'Tools',
} as const;

/** Number of tools in the feed of new ones. */
export const NEW_TOOLS = 50;

export const googleFeedCall = {
  ...feed,
  path: '/feeds/google.xml',
  errors: ['not_found', 'unavailable'],
  operationId: 'getGoogleFeed',
  summary: 'Every tool for sale, as Google Merchant Center reads it',
  description:
    'RSS 2.0 with Google’s product data. The price is that of the minimum order. Not found while only members see the tools’ pages, since Google couldn’t open them.',
} satisfies Call;

export const newToolsFeedCall = {
  ...feed,
  path: '/feeds/new-tools.xml',
  operationId: 'getNewToolsFeed',
  summary: `The ${NEW_TOOLS} newest tools as an RSS feed`,
} satisfies Call;

/** Number of tools in a file of the sitemap; the protocol allows 50,000. */
export const SITEMAP_TOOLS = 5_000;

export const sitemapFilesCall = {
  method: 'GET',
  path: '/feeds/sitemap',
  access: 'public',
  reply: z.array(idSchema),
  tag: 'Tools',
  operationId: 'listSitemapFiles',
  summary: 'Lists the first tool of each file of the sitemap',
  description: `Each file has ${SITEMAP_TOOLS} tools. Empty while only members see the tools’ pages.`,
} satisfies Call;

/** A tool's address, and when it was last edited, if known. */
const sitemapToolSchema = z.extend(z.pick(toolSchema, { _id: true, name: true, part_number: true }), {
  changedAt: z.nullable(z.iso.datetime()),
});

export const sitemapToolsCall = {
  method: 'GET',
  path: '/feeds/sitemap/:id',
  access: 'public',
  params: idParamsSchema,
  reply: z.array(sitemapToolSchema),
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'listSitemapTools',
  summary: 'Lists the tools of a file of the sitemap, oldest first',
} satisfies Call;
