import type { FastifyInstance } from 'fastify';
import { emailStyleSheet } from '#features/emails/email-style.ts';
import type { Shop } from '#features/shop.ts';
import { countRead } from '#http/limit-rate.ts';
import type { OpenShop } from '#server/open-shop.ts';
import { shopPageSources } from '#server/shop-page-sources.ts';
import { buildFolders } from './build-state.ts';
import { createBuiltRenderer } from './page-renderer.ts';
import { serveAssets, servePages } from './pages.ts';

/** Serves the built pages, kept until the catalogue changes. */
export async function addBuiltPages(app: FastifyInstance, { shop, connection }: OpenShop): Promise<void> {
  const following = shop.cacheVersion.follow(connection, (error) =>
    shop.log.warn({ err: error }, 'the connection for catalogue changes broke'),
  );
  app.addHook('onClose', () => following.close());
  await serveAssets(app, buildFolders.client);
  const { serverEntry } = buildFolders;
  const render = await createBuiltRenderer(app, serverEntry, mailboxStyles(shop), shopPageSources(shop));
  await servePages(app, {
    render,
    origin: () => shop.origin,
    countRendering: (request) => countRead(shop, request),
  });
}

/** What the trial mailbox needs, whose page may be reached from any other without loading a document. */
function mailboxStyles({ config, mailer }: Shop): string[] {
  return config.mode === 'trial' && mailer.kind === 'mailbox' ? [emailStyleSheet] : [];
}
