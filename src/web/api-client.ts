import type { z } from 'zod';
import type { ErrorCode, ErrorReply } from '#contracts/api-error.ts';
import type { AuditEvent } from '#contracts/audit.ts';
import type { ContactMessage, NewContactMessage } from '#contracts/contact.ts';
import type { MailboxMessage } from '#contracts/mailbox.ts';
import type { ManagedToolSort, StockLevel } from '#contracts/managed-tools.ts';
import type {
  BuyersOrder,
  ListedOrder,
  NewOrder,
  Order,
  OrderChange,
  OrderSort,
  OrderStatus,
  placedOrderSchema,
} from '#contracts/order.ts';
import type { Overview, OverviewDays } from '#contracts/overview.ts';
import type { PaymentIntentReply } from '#contracts/payment.ts';
import type { uploadedPictureSchema } from '#contracts/picture-upload.ts';
import type { NewReview, Review } from '#contracts/review.ts';
import type {
  authenticateCardSchema,
  confirmCardSchema,
  confirmedCardSchema,
} from '#contracts/sandbox-cards.ts';
import type { ShopSettings } from '#contracts/shop-settings.ts';
import type { NewSynonym, Synonym } from '#contracts/synonym.ts';
import type { deletedSchema, insertedSchema, modifiedSchema, NewTool, Tool } from '#contracts/tool.ts';
import type { ToolCategory, ToolFacets } from '#contracts/tool-search.ts';
import type {
  adminReplySchema,
  Profile,
  ProfileChange,
  tokenReplySchema,
  UserRow,
  UserSort,
} from '#contracts/user.ts';
import { failureTexts } from '#texts/failures.ts';

/** A request, and for uploads somebody to tell how far it has got (a fraction from 0 to 1). */
export type SendInit = RequestInit & { onProgress?: (fraction: number) => void };

/** Carries one request to the shop: `fetch` in the browser, an in-process call on the server. */
export type Send = (path: string, init?: SendInit) => Promise<Response>;

/**
 * One stretch of a list. `nextCursor` asks for the following one; `total` counts the whole list, and where the shop has
 * only counted so far, it is undefined and there are more than `totalMoreThan`.
 */
export type ListRows<Row> = {
  rows: Row[];
  nextCursor: string | undefined;
  total: number | undefined;
  totalMoreThan?: number | undefined;
};

/** Which stretch of a list to ask for. */
export type ListQuery = {
  limit?: number | undefined;
  cursor?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** Which tools to look for, as the address of /tools says it. */
export type ToolQuery = {
  q?: string | undefined;
  category?: string | undefined;
  brand?: string[] | undefined;
  min_price?: string | undefined;
  max_price?: string | undefined;
  orderable?: string | undefined;
  rating?: string | undefined;
};

/** Which orders to ask for, and sorted by what. */
export type OrderQuery = {
  q?: string | undefined;
  status?: OrderStatus | undefined;
  sort?: OrderSort | undefined;
};

/** Which tools an admin asks for, and sorted by what. */
export type ManagedToolQuery = {
  q?: string | undefined;
  stock?: StockLevel | undefined;
  sort?: ManagedToolSort | undefined;
};

/** Which of all users to ask for, and sorted by what. */
export type UserQuery = {
  q?: string | undefined;
  role?: UserRow['role'] | undefined;
  sort?: UserSort | undefined;
};

/** A refusal by the shop. `code` is `offline` when the shop could not be reached at all (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: ErrorCode | 'offline';
  readonly field: string | undefined;

  constructor(status: number, code: ErrorCode | 'offline', message: string, field?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.field = field;
  }
}

const codesByStatus: Record<number, ErrorCode> = {
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
};

async function readError(response: Response): Promise<ApiError> {
  const reply = await response.json().catch(() => undefined);
  const error: Partial<ErrorReply['error']> | undefined = reply?.error;
  const code = error?.code ?? codesByStatus[response.status] ?? 'internal';
  const message = error?.message ?? failureTexts.oddAnswer;
  return new ApiError(response.status, code, message, error?.field);
}

/** Reads the cursor of the next stretch out of a `Link` header (RFC 8288, `rel="next"`). */
function readNextCursor(link: string | null): string | undefined {
  const target = link?.match(/<([^>]*)>\s*;[^,]*rel="?next"?/)?.[1];
  return target
    ? (new URL(target, 'https://shop.invalid').searchParams.get('cursor') ?? undefined)
    : undefined;
}

function listPath(
  path: string,
  { limit, cursor }: ListQuery,
  more: Record<string, string | string[] | undefined> = {},
) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...more, limit: limit?.toString(), cursor })) {
    for (const each of [value ?? []].flat()) if (each) query.append(name, each);
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/**
 * One method per call of the shop's API. Every method throws `ApiError` when refused or unreachable, and passes on
 * the abort of its signal.
 */
export function createApiClient(send: Send) {
  async function request(path: string, init: SendInit = {}): Promise<Response> {
    const response = await send(path, init).catch((cause: unknown) => {
      if (cause instanceof ApiError || init.signal?.aborted) throw cause;
      throw new ApiError(0, 'offline', failureTexts.unreachable);
    });
    if (!response.ok) throw await readError(response);
    return response;
  }

  async function get<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
    return (await request(path, signal ? { signal } : {})).json();
  }

  async function list<Row>(path: string, signal?: AbortSignal): Promise<ListRows<Row>> {
    const response = await request(path, signal ? { signal } : {});
    const total = response.headers.get('x-total-count');
    const moreThan = response.headers.get('x-total-more-than');
    return {
      rows: await response.json(),
      nextCursor: readNextCursor(response.headers.get('link')),
      total: total === null ? undefined : Number(total),
      totalMoreThan: moreThan === null ? undefined : Number(moreThan),
    };
  }

  async function write<Answer>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const init: RequestInit = { method, headers };
    if (body !== undefined) {
      init.headers = { ...headers, 'content-type': 'application/json' };
      init.body = JSON.stringify(body);
    }
    return (await request(path, init)).json();
  }

  const segment = encodeURIComponent;

  return {
    getSettings: () => get<ShopSettings>('/settings'),

    listTools: ({
      limit,
      cursor,
      signal,
      ...search
    }: ListQuery & ToolQuery & { sort?: string | undefined } = {}) =>
      list<Tool>(listPath('/tool', { limit, cursor }, search), signal),
    getToolFacets: (search: ToolQuery = {}, signal?: AbortSignal) =>
      get<ToolFacets>(listPath('/tool/facets', {}, search), signal),
    listToolCategories: (limit: number, signal?: AbortSignal) =>
      get<ToolCategory[]>(listPath('/tool/categories', { limit }, {}), signal),
    getTool: (id: string, signal?: AbortSignal) => get<Tool>(`/tool/${segment(id)}`, signal),
    listManagedTools: ({ limit, cursor, signal, ...search }: ListQuery & ManagedToolQuery = {}) =>
      list<Tool>(listPath('/managetool', { limit, cursor }, search), signal),
    addTool: (tool: NewTool) => write<z.infer<typeof insertedSchema>>('POST', '/tool', tool),
    deleteTool: (id: string) => write<z.infer<typeof deletedSchema>>('DELETE', `/tool/${segment(id)}`),

    uploadPicture: async (
      picture: File,
      idempotencyKey: string,
      onProgress: (fraction: number) => void,
    ): Promise<z.infer<typeof uploadedPictureSchema>> => {
      const body = new FormData();
      body.append('image', picture);
      const headers = { 'idempotency-key': idempotencyKey };
      return (await request('/image', { method: 'POST', body, headers, onProgress })).json();
    },

    listSynonyms: (signal?: AbortSignal) => list<Synonym>('/synonyms', signal),
    addSynonym: (pair: NewSynonym) => write<z.infer<typeof insertedSchema>>('POST', '/synonyms', pair),
    deleteSynonym: (id: string) => write<z.infer<typeof deletedSchema>>('DELETE', `/synonyms/${segment(id)}`),

    listReviews: ({ tool, ...query }: ListQuery & { tool?: string } = {}) =>
      list<Review>(listPath('/review', query, { tool }), query.signal),
    addReview: (review: NewReview, idempotencyKey: string) =>
      write<unknown>('POST', '/review', review, { 'idempotency-key': idempotencyKey }),

    sendContactMessage: (message: NewContactMessage) => write<unknown>('POST', '/contact', message),
    listContactMessages: (query: ListQuery = {}) =>
      list<ContactMessage>(listPath('/contact', query), query.signal),

    placeOrder: (order: NewOrder, idempotencyKey: string) =>
      write<z.infer<typeof placedOrderSchema>>('POST', '/orders', order, {
        'idempotency-key': idempotencyKey,
      }),
    listOrders: (email: string, { limit, cursor, signal, ...search }: ListQuery & OrderQuery = {}) =>
      list<BuyersOrder>(listPath('/orders', { limit, cursor }, { email, ...search }), signal),
    getOrder: (id: string, signal?: AbortSignal) => get<Order>(`/orders/${segment(id)}`, signal),
    changeOrder: (id: string, change: OrderChange) => write<Order>('PUT', `/orders/${segment(id)}`, change),
    payOrder: (id: string, payment: { order: Order; transactionId: string }) =>
      write<Order>('PATCH', `/orders/${segment(id)}`, payment),
    deleteOrder: (id: string) => write<z.infer<typeof deletedSchema>>('DELETE', `/orders/${segment(id)}`),
    listAllOrders: ({ limit, cursor, signal, ...search }: ListQuery & OrderQuery = {}) =>
      list<ListedOrder>(listPath('/manageorders', { limit, cursor }, search), signal),
    shipOrder: (id: string) => write<z.infer<typeof modifiedSchema>>('PUT', `/manageorders/${segment(id)}`),

    getOverview: ({ days, zone, signal }: { days: OverviewDays; zone?: string; signal?: AbortSignal }) =>
      get<Overview>(listPath('/overview', {}, { days: String(days), zone }), signal),

    listOrderEvents: (id: string, query: ListQuery = {}) =>
      list<AuditEvent>(listPath(`/orders/${segment(id)}/audit`, query), query.signal),

    createPaymentIntent: (payment: { price: number; orderId: string }) =>
      write<PaymentIntentReply>('POST', '/create-payment-intent', payment),
    confirmSandboxCard: (intentId: string, confirmation: z.infer<typeof confirmCardSchema>) =>
      write<z.infer<typeof confirmedCardSchema>>(
        'POST',
        `/sandbox-cards/intents/${segment(intentId)}/confirm`,
        confirmation,
      ),
    authenticateSandboxCard: (intentId: string, decision: z.infer<typeof authenticateCardSchema>) =>
      write<z.infer<typeof confirmedCardSchema>>(
        'POST',
        `/sandbox-cards/intents/${segment(intentId)}/authenticate`,
        decision,
      ),

    exchangeToken: (email: string, idToken: string) =>
      write<z.infer<typeof tokenReplySchema>>(
        'PUT',
        `/user/${segment(email)}`,
        { email },
        { authorization: `Bearer ${idToken}` },
      ),
    getProfile: (email: string, signal?: AbortSignal) => get<Profile>(`/user/${segment(email)}`, signal),
    changeProfile: (email: string, change: ProfileChange) =>
      write<unknown>('PATCH', `/user/${segment(email)}`, change),
    listUsers: ({ limit, cursor, signal, ...search }: ListQuery & UserQuery = {}) =>
      list<UserRow>(listPath('/user', { limit, cursor }, search), signal),
    makeAdmin: (email: string) =>
      write<z.infer<typeof modifiedSchema>>('PUT', `/user/admin/${segment(email)}`),
    checkAdmin: (email: string, signal?: AbortSignal) =>
      get<z.infer<typeof adminReplySchema>>(`/admin/${segment(email)}`, signal),

    listMailboxMessages: (signal?: AbortSignal) => get<MailboxMessage[]>('/mailbox/messages', signal),
  };
}

/** The shop's API as the web speaks to it. */
export type ApiClient = ReturnType<typeof createApiClient>;

/** Carries a request from the browser. Cookies stay out of it: the shop's calls are signed by a bearer token. */
export const sendFromBrowser: Send = async (path, { onProgress, ...init } = {}) => {
  if (!onProgress) return fetch(path, { credentials: 'omit', ...init });
  const { sendWithProgress } = await import('./send-with-progress.ts');
  return sendWithProgress(path, init, onProgress);
};
