import type { FastifyInstance } from 'fastify';
import { listenForCatalogueChanges } from '#platform/database/notifications.ts';
import type { OpenShop } from './open-shop.ts';
import { buildFolders, buildIfStale } from './pages/build-state.ts';
import { createPageCache } from './pages/page-cache.ts';
import { createBuiltRenderer } from './pages/page-renderer.ts';
import { serveAssets, servePages } from './pages/pages.ts';
import { runShop } from './run-shop.ts';

await runShop({ preparePages: buildIfStale, addPages });

/** Serves the built pages, the shared ones from bytes kept until the catalogue changes. */
async function addPages(app: FastifyInstance, { shop, connection }: OpenShop): Promise<void> {
  const cache = createPageCache();
  const listener = listenForCatalogueChanges(connection, {
    onChange: () => cache.clear(),
    onBreak: (error) => shop.log.warn({ err: error }, 'the connection for catalogue changes broke'),
  });
  app.addHook('onClose', () => listener.close());
  await serveAssets(app, buildFolders.client);
  const render = await createBuiltRenderer(app, buildFolders.serverEntry);
  servePages(app, { render, cache, origin: () => shop.origin });
}
