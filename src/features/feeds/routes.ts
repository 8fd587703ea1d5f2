import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { AppError } from '#contracts/app-error.ts';
import type { AppContext } from '#features/app-context.ts';
import { serializeToolDetails, type ToolDetailsRow } from '#features/catalogue/store.ts';
import { type ApiServer, serve } from '#http/serve.ts';
import { errorTexts } from '#texts/errors.ts';
import { googleFeedCall, NEW_TOOLS, newToolsFeedCall } from './contract.ts';
import { PATIENCE_MS, withPatience } from './slow-readers.ts';
import { everyToolForSale, newestToolsForSale } from './store.ts';
import { feedTexts } from './texts.ts';
import { FEED_END, type FeedShop, feedStart, googleItem, newToolItem } from './write-feeds.ts';

/** A feed reads the whole catalogue, and anybody may ask for it. */
const FEEDS_AT_ONCE = 2;

/** `GET /feeds/google.xml` and `GET /feeds/new-tools.xml`. */
export function feedsRoutes(api: ApiServer, context: AppContext): void {
  const { db, config } = context;
  const { currency, toolPages } = config;
  let underWay = 0;

  serve(api, googleFeedCall, {}, async (_request, reply) => {
    if (toolPages !== 'public') throw new AppError('not_found', feedTexts.membersOnly);
    const shop = await shopOf(context);
    // From here on nothing fails before the file is closed, which counts it out.
    if (underWay >= FEEDS_AT_ONCE) throw new AppError('unavailable', errorTexts.cannotServe);
    underWay += 1;
    const file = send(reply, everyToolForSale(db), shop, googleFeedCall.path, googleItem);
    return file.once('close', () => {
      underWay -= 1;
    });
  });

  serve(api, newToolsFeedCall, {}, async (_request, reply) => {
    const tools = await newestToolsForSale(db, NEW_TOOLS);
    return send(reply, [tools], await shopOf(context), newToolsFeedCall.path, newToolItem);
  });

  type Item = typeof googleItem;

  function send(
    reply: FastifyReply,
    blocks: AsyncIterable<ToolDetailsRow[]> | Iterable<ToolDetailsRow[]>,
    shop: FeedShop,
    path: string,
    item: Item,
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
