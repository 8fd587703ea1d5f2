import { pathToFileURL } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { IN_PROCESS_ADDRESS } from '#api/limit-rate.ts';

/** Renders a page of the shop, or the data of one, for a request. */
export type RenderPage = (request: Request) => Promise<Response>;

/** Carries a request of a page's loader to the API. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A server build whose entry knows how to hand the API to the loaders. */
type PageBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(send: Send, reportError: (error: unknown) => void): Promise<RouterContextProvider>;
    };
  };
};

/** Renders from the finished build at `file`. */
export async function createBuiltRenderer(app: FastifyInstance, file: string): Promise<RenderPage> {
  const build: PageBuild = await import(pathToFileURL(file).href);
  return createRenderer(app, async () => build, 'production');
}

/** Renders with whatever `load` gives at each request; `mode` decides how much an error page tells. */
export function createRenderer(
  app: FastifyInstance,
  load: () => Promise<ServerBuild>,
  mode: 'production' | 'development',
): RenderPage {
  const send = sendInProcess(app);
  const reportError = (error: unknown) => app.log.error({ err: error }, 'a page failed');
  const handle = createRequestHandler(load, mode);
  return async (request) => {
    const { entry } = (await load()) as PageBuild;
    return handle(request, await entry.module.createLoadContext(send, reportError));
  };
}

/** Calls the API's own routes without a network, so that there is one way to be authorised and answered. */
function sendInProcess(app: FastifyInstance): Send {
  return async (path, init = {}) => {
    const reply = await app.inject({
      method: (init.method ?? 'GET') as 'GET',
      url: path,
      remoteAddress: IN_PROCESS_ADDRESS,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof init.body === 'string' ? { payload: init.body } : {}),
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(reply.headers)) headers.set(name, String(value));
    return new Response(reply.statusCode === 204 ? null : new Uint8Array(reply.rawPayload), {
      status: reply.statusCode,
      headers,
    });
  };
}
