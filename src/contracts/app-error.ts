import { z } from 'zod/mini';
import type { Scope } from './scopes.ts';

/** Every error code of the API, with its HTTP status. */
export const errorStatuses = {
  invalid_input: 400,
  not_signed_in: 401,
  card_declined: 402,
  not_allowed: 403,
  scope_missing: 403,
  key_refused: 403,
  account_blocked: 403,
  fresh_sign_in_needed: 403,
  second_factor_needed: 403,
  factor_setup_needed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  address_needed: 409,
  email_not_verified: 409,
  own_account: 409,
  order_disputed: 409,
  cart_full: 409,
  out_of_stock: 409,
  price_changed: 409,
  price_not_accepted: 409,
  payment_in_progress: 409,
  invoice_open: 409,
  version_conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  key_reused: 422,
  too_many_requests: 429,
  internal: 500,
  provider_failed: 502,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatuses;

/** A wrong cell of a grid: its places in the rows and columns sent, from 0, or the `field` that is said once for
 * all rows, whose `row` is null, or that a row has got without a column. */
const cellProblemSchema = z.object({
  row: z.nullable(z.int()),
  column: z.nullable(z.int()),
  field: z.nullable(z.string()),
  message: z.string(),
});
export type CellProblem = z.infer<typeof cellProblemSchema>;

/** The body of every error reply. `field` names the invalid input, `scope` what
 * an API key lacks; `current` is the resource's present state,
 * if someone else has changed it; `cells` are the wrong cells of a grid. */
export const errorReplySchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
    message: z.string(),
    field: z.optional(z.string()),
    scope: z.optional(z.string()),
    current: z.optional(z.unknown()),
    cells: z.optional(z.array(cellProblemSchema)),
    requestId: z.optional(z.string()),
  }),
});

export type ErrorReply = z.infer<typeof errorReplySchema>;

/** An error whose message the caller may see; the API answers it with the status of its code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;
  /** The scope that an API key lacks. */
  readonly scope: Scope | undefined;
  /** Seconds until a retry makes sense, sent as `Retry-After`. */
  readonly retryAfterSeconds: number | undefined;
  /** The resource's present state, as its call answers it. */
  readonly current: unknown;
  /** The wrong cells of a grid. */
  readonly cells: CellProblem[] | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    details: {
      field?: string;
      scope?: Scope;
      retryAfterSeconds?: number;
      current?: unknown;
      cells?: CellProblem[];
    } = {},
  ) {
    super(message);
    this.name = 'AppError';
    this.code = code;
    this.field = details.field;
    this.scope = details.scope;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.current = details.current;
    this.cells = details.cells;
  }
}
