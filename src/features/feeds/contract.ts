import { z } from 'zod/mini';
import type { Call } from '#contracts/call.ts';

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
