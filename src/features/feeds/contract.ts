import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';
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

/** Number of tools and families in a file of the sitemap; the protocol allows 50,000. */
export const SITEMAP_ENTRIES = 5_000;

export const sitemapFilesCall = {
  method: 'GET',
  path: '/feeds/sitemap',
  access: 'public',
  reply: z.object({ files: z.int() }),
  tag: 'Tools',
  operationId: 'countSitemapFiles',
  summary: 'Counts the files of tools and families in the sitemap',
  description: `Each has ${SITEMAP_ENTRIES} of them. 0 while only members see the tools’ pages.`,
} satisfies Call;

/** What the address of a tool or family is made of, and when a tool was last edited, if known. */
const sitemapEntrySchema = z.extend(z.pick(toolSchema, { _id: true, name: true, part_number: true }), {
  kind: z.enum(['tool', 'family']),
  changedAt: z.nullable(z.iso.datetime()),
});

/** In one notation, so that each file has one address; the protocol allows 50,000 files. */
const fileNumber = z.string().check(z.regex(/^[1-9]\d{0,4}$/, 'number must be a whole number'));

export const sitemapToolsCall = {
  method: 'GET',
  path: '/feeds/sitemap/:number',
  access: 'public',
  params: z.object({ number: fileNumber }),
  reply: z.array(sitemapEntrySchema),
  errors: ['not_found'],
  tag: 'Tools',
  operationId: 'listSitemapTools',
  summary: 'Lists the tools and families of a file of the sitemap, oldest first',
  description:
    'A member of a family whose description is only its name or its family’s is left out: search engines show the family’s page instead.',
} satisfies Call;
