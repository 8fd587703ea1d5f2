import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { serializeToolDetails, type ToolDetailsRow } from '#features/catalogue/store.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { currentTurnTaker } from '#platform/actor.ts';
import { createKeptReader } from '#platform/cache/cache-version.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';
import { errorTexts } from '#texts/errors.ts';
import {
  googleFeedCall,
  NEW_TOOLS,
  newToolsFeedCall,
  SITEMAP_ENTRIES,
  sitemapFilesCall,
  sitemapToolsCall,
} from './contract.ts';
import { PATIENCE_MS, withPatience } from './slow-readers.ts';
import { countSitemapFiles, entriesOfSitemapFile, everyToolForSale, newestToolsForSale } from './store.ts';
import { feedTexts } from './texts.ts';
import { FEED_END, type FeedShop, feedStart, googleItem, newToolItem } from './write-feeds.ts';

/** A feed reads the whole catalogue, and anybody may ask for it: its readers take turns, each with the next
 * block of tools. A slow one has no turn while it reads, only some 100 kB of memory and its connection. */
const BLOCKS_AT_ONCE = 2;
const MOST_READERS = 100;
const RETRY_AFTER_SECONDS = 60;

/** The two feeds, and what the sitemap lists of tools and families. */
export function feedsRoutes(api: ApiServer, context: AppContext): void {
  const { db, config } = context;
  const { currency, toolPages } = config;
  const inTurn = limitConcurrency(BLOCKS_AT_ONCE);
  const readers = new Set<string>();

  serve(api, googleFeedCall, {}, async (_request, reply) => {
    if (toolPages !== 'public') throw new AppError('not_found', feedTexts.membersOnly);
    const shop = await shopOf(context);
    const client = currentTurnTaker();
    if (readers.has(client)) throw new TooManyHits(RETRY_AFTER_SECONDS);
    if (readers.size >= MOST_READERS) throw new AppError('unavailable', errorTexts.cannotServe);
    // From here on nothing fails before the file is closed, which removes its reader.
    readers.add(client);
    const tools = everyToolForSale(db, (read) => inTurn(read, client));
    const file = send(reply, tools, shop, { path: googleFeedCall.path, item: googleItem });
    return file.once('close', () => readers.delete(client));
  });

  serve(api, newToolsFeedCall, {}, async (_request, reply) => {
    const tools = await newestToolsForSale(db, NEW_TOOLS);
    return send(reply, [tools], await shopOf(context), { path: newToolsFeedCall.path, item: newToolItem });
  });

  /** Counted once for each change of the catalogue: asking for a file beyond the last one costs nothing. */
  const sitemap = createKeptReader(context.cacheVersion, db, async () => ({
    files: await countSitemapFiles(context.db, SITEMAP_ENTRIES),
  }));

  serve(api, sitemapFilesCall, { keeps: 'until-change' }, async () =>
    toolPages === 'public' ? sitemap.read() : { files: 0 },
  );

  serve(api, sitemapToolsCall, { keeps: 'until-change' }, async ({ params }) => {
    if (toolPages !== 'public') throw new AppError('not_found', feedTexts.membersOnly);
    const nth = Number(params.number);
    if (nth > (await sitemap.read()).files) throw new AppError('not_found', feedTexts.noSuchFile);
    return entriesOfSitemapFile(context.db, nth, SITEMAP_ENTRIES);
  });

  type Item = typeof googleItem;

  function send(
    reply: FastifyReply,
    blocks: AsyncIterable<ToolDetailsRow[]> | Iterable<ToolDetailsRow[]>,
    shop: FeedShop,
    { path, item }: { path: string; item: Item },
  ): Readable {
    async function* write() {
      yield feedStart(shop, path);
      for await (const rows of blocks)
        yield rows.map((row) => item(serializeToolDetails(row, currency), shop)).join('');
      yield FEED_END;
    }
    reply.header('cache-control', 'no-cache').type('application/rss+xml; charset=utf-8');
    const file = Readable.from(
      withPatience(write(), () => file.destroy()),
      { objectMode: false },
    );
    // The last parts wait beyond the file, in the connection.
    reply.raw.setTimeout(PATIENCE_MS, () => file.destroy());
    finished(reply.raw, () => file.destroy());
    return file;
  }
}

async function shopOf({ config, details, origin }: AppContext): Promise<FeedShop> {
  const { shop } = await details.read();
  return { name: shop.name, description: shop.appDescription, origin, currency: config.currency };
}
