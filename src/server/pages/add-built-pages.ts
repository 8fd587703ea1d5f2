import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { defaultAccent } from '#contracts/accent.ts';
import { accentOf, logoOfPages } from '#contracts/shop-details.ts';
import { emailStyleSheet } from '#features/emails/email-style.ts';
import { countRead } from '#http/limit-rate.ts';
import { pageContentPolicy } from '#http/security-headers.ts';
import type { OpenContext } from '#server/shop/create-context.ts';
import { pageSourcesOf } from '#server/shop/services.ts';
import { buildFolders } from './build-pages.ts';
import { createRenderer } from './page-renderer.ts';
import { servePages } from './pages.ts';
import { serveBuiltFiles } from './serve-built-files.ts';

/** Serves the built pages, cached until the catalogue changes. */
export async function addBuiltPages(app: FastifyInstance, { context, direct }: OpenContext): Promise<void> {
  const { config, mailer, cacheVersion, log } = context;
  const following = cacheVersion.follow(direct, (error) =>
    log.warn({ err: error }, 'the connection for catalogue changes broke'),
  );
  app.addHook('onClose', () => following.close());
  sendToLogo(app, context);
  await serveBuiltFiles(app, buildFolders.client);
  const build: ServerBuild = await import(pathToFileURL(buildFolders.serverEntry).href);
  // A document's policy stays in force for pages reached from it, including the trial mailbox, so all pages
  // have the same.
  const hasMailbox = config.mode === 'trial' && mailer.kind === 'mailbox';
  // Emails keep the accent in which they were written: mostly the default or the current one.
  const mailboxStyles = async () => {
    const accents = hasMailbox ? [defaultAccent, accentOf(await context.details.read())] : [];
    return [...new Set(accents.map(emailStyleSheet))];
  };
  const sources = pageSourcesOf(context);
  const render = createRenderer(app, async () => build, {
    mode: 'production',
    contentPolicy: async ({ scripts, styles }) =>
      pageContentPolicy({ scripts, styles: [...styles, ...(await mailboxStyles())] }, sources),
  });
  await servePages(app, {
    shopName: () => context.details.latest?.shop.name ?? '',
    render,
    origin: () => context.origin,
    countRendering: (request) => countRead(context, request),
    cdnSeconds: config.cdnSeconds,
  });
}

/** Icons requested by a fixed name, by clients that have not read a page. */
const rootIcons: Partial<Record<string, string>> = {
  '/favicon.ico': 'icon-48.png',
  '/favicon.svg': 'icon-192.png',
  '/apple-touch-icon.png': 'apple-touch-icon.png',
};

/** Redirects icon requests to the logo's icons, if there is a logo. Browsers cache the redirect target for
 * long, so the redirect itself must be revalidated. */
function sendToLogo(app: FastifyInstance, { details }: OpenContext['context']): void {
  app.addHook('onRequest', async (request, reply) => {
    const icon = rootIcons[request.url];
    if (!icon) return;
    const { look } = await details.read();
    const logo = logoOfPages(look.logo);
    if (!logo) return;
    reply.header('cache-control', 'no-cache');
    return reply.redirect(logo.folder + icon);
  });
}
