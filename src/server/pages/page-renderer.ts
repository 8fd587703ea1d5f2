import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import inject from 'light-my-request';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { AppError, type ErrorCode, errorStatuses } from '#contracts/app-error.ts';
import { IN_PROCESS_ADDRESS } from '#http/limit-rate.ts';

const NONCE_BYTES = 16;

/** Renders a page of the shop, or its data, for a request from the address `client`. */
export type RenderPage = (request: Request, client: string) => Promise<Response>;

/** Sends a request of a page's loader to the API. */
type Send = (path: string, init?: RequestInit) => Promise<Response>;

/** A server build whose entry passes the API to the loaders. */
type PageBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(surroundings: {
        send: Send;
        reportError: (error: unknown) => void;
        nonce: string;
      }): Promise<RouterContextProvider>;
    };
  };
};

/** How pages are rendered, apart from the build: the mode, and what they may run. */
type Rendering = {
  /** Decides how much detail an error page shows. */
  mode: 'production' | 'development';
  /** The content security policy of a page with these inline scripts and styles. */
  contentPolicy: (inline: { scripts: string[]; styles: string[] }) => Promise<string>;
};

/** Creates a renderer that uses the build returned by `load` at each request. What it returns throws AppError
 * if the API refuses what every page needs, such as `unavailable` while the database is away. */
export function createRenderer(
  app: FastifyInstance,
  load: () => Promise<ServerBuild>,
  { mode, contentPolicy }: Rendering,
): RenderPage {
  const reportError = (error: unknown) => app.log.error({ err: error }, 'a page failed');
  const handle = createRequestHandler(load, mode);
  return async (request, client) => {
    const send = sendInProcess(app, client);
    const { entry } = (await load()) as PageBuild;
    const nonce = randomBytes(NONCE_BYTES).toString('base64url');
    const context = await entry.module.createLoadContext({ send, reportError, nonce }).catch(throwAsAppError);
    const response = await handle(request, context);
    const headers = new Headers(response.headers);
    if (!headers.get('content-type')?.startsWith('text/html')) return nameCharset(response, headers);
    const { html, ...inline } = stripNonce(await response.text(), nonce);
    headers.set('content-security-policy', await contentPolicy(inline));
    return new Response(html, { status: response.status, headers });
  };
}

/** Throws a refusal by the API as the error that the API threw: the build has its own class for it, of which
 * the server knows nothing but the properties. */
function throwAsAppError(error: unknown): never {
  const isRefusal = error instanceof Error && error.name === 'ApiError' && 'code' in error;
  if (!isRefusal || !isErrorCode(error.code)) throw error;
  throw new AppError(error.code, error.message);
}

const isErrorCode = (code: unknown): code is ErrorCode => Object.keys(errorStatuses).includes(String(code));

/** Page data is UTF-8, which React Router does not declare. */
function nameCharset(response: Response, headers: Headers): Response {
  if (headers.get('content-type') === 'text/x-script')
    headers.set('content-type', 'text/x-script; charset=utf-8');
  return new Response(response.body, { status: response.status, headers });
}

/** Sends a page's API calls in process, so that there is a single way of authorization. Reads are the shop's
 * own; writes count towards the limits of the client whose form is processed. */
export function sendInProcess(app: FastifyInstance, client: string): Send {
  return async (path, init = {}) => {
    const method = (init.method ?? 'GET') as 'GET';
    // Fastify's own `inject` refuses while the shop is closing, when pages already begun must still be
    // finished.
    const reply = await inject(app.routing, {
      method,
      url: path,
      remoteAddress: method === 'GET' ? IN_PROCESS_ADDRESS : client,
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

/** Removes the secret nonce (128 random bits or more) from a page's scripts and styles, and lists the inline
 * ones that had it for the content policy: injected ones have none and will be neither run nor applied. */
export function stripNonce(
  marked: string,
  nonce: string,
): { html: string; scripts: string[]; styles: string[] } {
  const parts = marked.split(` nonce="${nonce}"`);
  const textsOf = (element: 'script' | 'style') =>
    parts.slice(1).flatMap((after, index) => {
      const before = parts[index] ?? '';
      const tag = before.slice(before.lastIndexOf('<'));
      if (tag.includes('>') || tag.split(' ', 1)[0] !== `<${element}`) return [];
      const text = after.slice(after.indexOf('>') + 1, after.indexOf(`</${element}>`));
      return text === '' ? [] : [text];
    });
  return { html: parts.join(''), scripts: textsOf('script'), styles: textsOf('style') };
}
