import { PassThrough, Readable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { createApiClient, type Send } from './api-client.ts';
import { apiContext, reportErrorContext, settingsContext } from './load-context.ts';

const RENDER_TIMEOUT_MS = 10_000;

/**
 * What the pages' loaders work with during one request: the API and the shop's settings.
 *
 * @param send carries a call to the API's own routes, in process
 * @param reportError takes what went wrong while loading or rendering a page
 * @throws ApiError when the settings cannot be had
 */
export async function createLoadContext(
  send: Send,
  reportError: (error: unknown) => void = () => undefined,
): Promise<RouterContextProvider> {
  const api = createApiClient(send);
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  context.set(reportErrorContext, reportError);
  context.set(settingsContext, await api.getSettings());
  return context;
}

/** Called by React Router with what loaders and components throw. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (!request.signal.aborted) context.get(reportErrorContext)(error);
};

/** Renders a page wholly before the first byte leaves, so that it can be kept, compressed and served again. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Promise((resolve, reject) => {
    let failed = false;
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} />,
      {
        onAllReady() {
          clearTimeout(timeout);
          const body = new PassThrough();
          const html = Readable.toWeb(body) as ReadableStream<Uint8Array>;
          resolve(new Response(html, { status: failed ? 500 : status, headers }));
          pipe(body);
        },
        onShellError: reject,
        onError(error) {
          failed = true;
          loadContext.get(reportErrorContext)(error);
        },
      },
    );
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}
