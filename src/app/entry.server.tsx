import { PassThrough, Readable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { getSettingsCall } from '#contracts/shop-settings.ts';
import { createApiClient, type Send } from '#ui/client/api-client.ts';
import {
  apiContext,
  NonceContext,
  nonceContext,
  reportErrorContext,
  sendContext,
  settingsContext,
} from '#ui/client/load-context.ts';

const RENDER_TIMEOUT_MS = 10_000;

/** What the server passes to one rendering. */
type Surroundings = {
  /** Sends a call to the API's own routes, in process. */
  send: Send;
  reportError: (error: unknown) => void;
  /** Marks the page's own inline scripts; see `NonceContext`. */
  nonce: string;
};

/** Creates what loaders use during one request. @throws ApiError when the shop's settings cannot be read */
export async function createLoadContext({
  send,
  reportError,
  nonce,
}: Surroundings): Promise<RouterContextProvider> {
  const api = createApiClient(send);
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  context.set(sendContext, send);
  context.set(reportErrorContext, reportError);
  context.set(nonceContext, nonce);
  context.set(settingsContext, await api.call(getSettingsCall, {}));
  return context;
}

/** Called by React Router with errors of loaders and components, and with addresses that match no route. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  const isAskersFault = isRouteErrorResponse(error) && error.status < 500;
  if (!request.signal.aborted && !isAskersFault) context.get(reportErrorContext)(error);
};

/** Renders a page completely before sending the first byte, so that it can be cached and compressed. */
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
    const nonce = loadContext.get(nonceContext);
    const { pipe, abort } = renderToPipeableStream(
      <NonceContext value={nonce}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </NonceContext>,
      {
        nonce,
        // A large part, such as a table, would come last, and only a script could put it into its place.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        onAllReady() {
          clearTimeout(timeout);
          const body = new PassThrough();
          const html = Readable.toWeb(body) as ReadableStream<Uint8Array>;
          resolve(new Response(html, { status: failed ? 500 : status, headers }));
          pipe(body);
        },
        onShellError(error) {
          clearTimeout(timeout);
          reject(error);
        },
        onError(error) {
          failed = true;
          loadContext.get(reportErrorContext)(error);
        },
      },
    );
    const timeout = setTimeout(abort, RENDER_TIMEOUT_MS);
  });
}
