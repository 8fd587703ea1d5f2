import type { FastifyInstance } from 'fastify';
import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import type { PageSources } from '#platform/page-sources.ts';
import { createRenderer } from './pages/page-renderer.ts';
import { servePages } from './pages/pages.ts';
import { runShop } from './run-shop.ts';
import type { OpenContext } from './shop/create-context.ts';
import { pageSourcesOf } from './shop/services.ts';

/** The first request for a page compiles everything that it consists of. */
const COMPILED_WITHIN_MS = 60_000;

/** What hot reload needs: dynamic inline styles and scripts, and a socket. Built pages allow neither. */
const devContentPolicy = ({
  scripts,
  frames,
  connections,
  pictures,
}: Required<Omit<PageSources, 'wallets'>>) =>
  [
    "default-src 'self'",
    ["script-src 'self' 'unsafe-inline'", ...scripts].join(' '),
    "style-src 'self' 'unsafe-inline'",
    ["img-src 'self' blob: data:", ...pictures].join(' '),
    ["connect-src 'self' ws:", ...connections].join(' '),
    ["frame-src 'self'", ...frames].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');

await runShop(
  { name: 'dev', about: ['Starts the shop with hot reload, on the same data. Ctrl-C stops it.'] },
  { preparePages: async () => undefined, addPages },
);

/** Serves the pages through Vite: every change in `src/app` and `src/ui` shows at once. */
async function addPages(app: FastifyInstance, { context }: OpenContext): Promise<void> {
  const vite = await createServer({
    appType: 'custom',
    // Loaded by Node itself: a bundled copy of the settings would make `node --watch` restart repeatedly.
    configLoader: 'native',
    server: { middlewareMode: true, hmr: { server: app.server } },
  });
  app.addHook('onClose', () => vite.close());
  app.addHook('onRequest', (request, reply, done) => {
    if (request.routeOptions.url !== '/*') return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
  const load = async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
  const contentPolicy = async () => devContentPolicy(pageSourcesOf(context));
  const render = createRenderer(app, load, { mode: 'development', contentPolicy });
  await servePages(app, {
    shopName: () => context.details.latest?.shop.name ?? '',
    render,
    origin: () => context.origin,
    countRendering: () => undefined,
    renderWithinMs: COMPILED_WITHIN_MS,
  });
}
