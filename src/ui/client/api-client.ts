import type { z } from 'zod/mini';
import type { CellProblem, ErrorCode } from '#contracts/app-error.ts';
import type { Call, CallInput, Reply } from '#contracts/call.ts';
import { failureTexts } from '#texts/failures.ts';

/** An error whose message is meant for people: the shop's or a provider's words. */
export class ReadableError extends Error {
  /** The field of the form or call that it is about. */
  readonly field: string | undefined;

  constructor(message?: string, field?: string) {
    super(message);
    this.field = field;
  }
}

/** The message to show for a failure: its own if it is readable, else a general one. */
export function errorMessage(error: unknown): string {
  return error instanceof ReadableError ? error.message : failureTexts.onThisPage;
}

/** A request, with a progress callback for uploads (a fraction from 0 to 1). */
export type SendInit = RequestInit & { onProgress?: (fraction: number) => void };

/** Sends one request to the shop: `fetch` in the browser, an in-process call on the server. */
export type Send = (path: string, init?: SendInit) => Promise<Response>;

/** One page of a list. `total` counts the whole list; if counting stopped early, there are more than
 * `totalMoreThan`. */
export type ListRows<Row> = ListAnswer<Row[]>;

type ListAnswer<Rows> = {
  rows: Rows;
  nextCursor: string | undefined;
  total: number | undefined;
  totalMoreThan?: number | undefined;
};

/** A refusal by the shop. `code` is `offline` if the shop could not be reached (`status` 0). */
export class ApiError extends ReadableError {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'offline';
  /** The wrong cells of a grid. */
  readonly cells: readonly CellProblem[];

  constructor(
    status: number,
    code: ErrorCode | 'offline',
    message: string,
    field?: string,
    cells: readonly CellProblem[] = [],
  ) {
    super(message, field);
    this.status = status;
    this.code = code;
    this.cells = cells;
  }
}

const codesByStatus: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
};

async function readError(response: Response): Promise<ApiError> {
  const { status } = response;
  const { errorReplySchema } = await import('#contracts/app-error.ts');
  const { data } = errorReplySchema.safeParse(await response.json().catch(() => undefined));
  const code = data?.error.code ?? codesByStatus[status] ?? 'internal';
  const { message = failureTexts.oddAnswer, field, cells } = data?.error ?? {};
  return new ApiError(status, code, message, field, cells);
}

function unreachable(): never {
  throw new ApiError(0, 'offline', failureTexts.unreachable);
}

/** Reads the next page's cursor from a `Link` header (RFC 8288, `rel="next"`). */
function readNextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;[^,]*rel="?next"?/)?.[1];
  return target
    ? (new URL(target, 'https://shop.invalid').searchParams.get('cursor') ?? undefined)
    : undefined;
}

type Sent = {
  params?: object;
  query?: object;
  body?: unknown;
  form?: FormData;
  headers?: Record<string, string> | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: (fraction: number) => void;
};

/** What a call is sent with. */
export type Input<C extends Call> = CallInput<C> & Sent;

function addressOf({ path }: Call, { params = {}, query = {} }: Sent): string {
  const values = new Map(Object.entries(params));
  const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(values.get(name)));
  const asked = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    // Zero is sent like any other number.
    for (const each of [value ?? []].flat()) if (each !== undefined && each !== '') asked.append(name, each);
  }
  return asked.size > 0 ? `${filled}?${asked}` : filled;
}

/** A call, or the promise of one whose contract is loaded on first use. */
type Declared<C extends Call> = C | Promise<C>;

/** Creates a client that makes the contracts' calls. Throws `ApiError` if refused, unreachable or invalidly
 * answered; passes a signal's abort on. */
export function createApiClient(send: Send) {
  async function request(call: Call, sent: Sent): Promise<Response> {
    const { body, form, headers = {}, signal, onProgress } = sent;
    const init: SendInit = { method: call.method, headers };
    if (body !== undefined) {
      init.headers = { ...headers, 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    if (form) init.body = form;
    if (signal) init.signal = signal;
    if (onProgress) init.onProgress = onProgress;
    const response = await send(addressOf(call, sent), init).catch((cause: unknown) => {
      if (cause instanceof ApiError || signal?.aborted) throw cause;
      return unreachable();
    });
    if (!response.ok) throw await readError(response);
    return response;
  }

  async function read<C extends Call>({ reply }: C, sent: Sent, response: Response): Promise<Reply<C>> {
    const answer = await response.json().catch((cause: unknown) => {
      if (sent.signal?.aborted) throw cause;
    });
    const { data, success } = (reply as z.ZodMiniType<Reply<C>>).safeParse(answer);
    if (!success) throw new ApiError(response.status, 'internal', failureTexts.oddAnswer);
    return data;
  }

  return {
    /** Returns a call's raw response, for anything that is not JSON. */
    request,

    async call<C extends Call>(declared: Declared<C>, input: Input<C>): Promise<Reply<C>> {
      const call = await Promise.resolve(declared).catch(unreachable);
      return read(call, input, await request(call, input));
    },

    async list<C extends Call>(declared: Declared<C>, input: Input<C>): Promise<ListAnswer<Reply<C>>> {
      const call = await Promise.resolve(declared).catch(unreachable);
      const response = await request(call, input);
      const total = response.headers.get('x-total-count');
      const moreThan = response.headers.get('x-total-more-than');
      return {
        rows: await read(call, input, response),
        nextCursor: readNextCursor(response.headers.get('link')),
        total: total === null ? undefined : Number(total),
        totalMoreThan: moreThan === null ? undefined : Number(moreThan),
      };
    },
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;

/** Sends a request from the browser, without cookies: the shop's calls carry a bearer token. */
export const sendFromBrowser: Send = async (path, { onProgress, ...init } = {}) => {
  if (!onProgress) return fetch(path, { credentials: 'omit', ...init });
  const { sendWithProgress } = await import('./send-with-progress.ts');
  return sendWithProgress(path, init, onProgress);
};

/** The calls that need no session, from the browser. */
export const publicApi = createApiClient(sendFromBrowser);
