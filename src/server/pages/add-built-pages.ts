import type { FastifyInstance } from 'fastify';
import type { AppContext } from '#features/app-context.ts';
import { emailStyleSheet } from '#features/emails/email-style.ts';
import { countRead } from '#http/limit-rate.ts';
import type { OpenContext } from '#server/create-context.ts';
import { shopPageSources } from '#server/shop-page-sources.ts';
import { buildFolders } from './build-state.ts';
import { createBuiltRenderer } from './page-renderer.ts';
import { serveAssets, servePages } from './pages.ts';

/** Serves the built pages, kept until the catalogue changes. */
export async function addBuiltPages(
  app: FastifyInstance,
  { context, connection }: OpenContext,
): Promise<void> {
  const following = context.cacheVersion.follow(connection, (error) =>
    context.log.warn({ err: error }, 'the connection for catalogue changes broke'),
  );
  app.addHook('onClose', () => following.close());
  await serveAssets(app, buildFolders.client);
  const { serverEntry } = buildFolders;
  const render = await createBuiltRenderer(
    app,
    serverEntry,
    mailboxStyles(context),
    shopPageSources(context),
  );
  await servePages(app, {
    render,
    origin: () => context.origin,
    countRendering: (request) => countRead(context, request),
  });
}

/** What the trial mailbox needs, whose page may be reached from any other without loading a document. */
function mailboxStyles({ config, mailer }: AppContext): string[] {
  return config.mode === 'trial' && mailer.kind === 'mailbox' ? [emailStyleSheet] : [];
}
