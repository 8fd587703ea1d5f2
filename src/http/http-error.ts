import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { AppError, type ErrorCode, type ErrorReply, errorStatuses } from '#contracts/app-error.ts';
import { largestBodyBytes } from '#contracts/limits.ts';
import type { Clock } from '#platform/clock.ts';
import { TooManyWaiting } from '#platform/concurrency.ts';
import { isDatabaseUnavailable, isOfDeletedAccount } from '#platform/database/database.ts';
import { TooManyHits } from '#platform/database/rate-limiter.ts';
import { ProviderError } from '#platform/identity/ask-provider.ts';
import { AccountError, type AccountErrorCode } from '#platform/identity/identity-provider.ts';
import { CardPaymentsError, ChargeRefusedError } from '#platform/payments/card-payments.ts';
import { SandboxError, type SandboxErrorCode } from '#platform/payments/sandbox/card-check.ts';
import {
  accountErrorTexts as account,
  cardProviderTexts as card,
  errorTexts,
  requestTexts,
  testCardTexts as testCard,
} from '#texts/errors.ts';
import { clientAddress } from './limit-rate.ts';

const frameworkErrors: Record<string, AppError> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new AppError('invalid_input', requestTexts.badJson, {
    field: 'body',
  }),
  FST_ERR_CTP_EMPTY_JSON_BODY: new AppError('invalid_input', requestTexts.emptyBody, { field: 'body' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new AppError('invalid_input', requestTexts.otherLength),
  FST_ERR_CTP_BODY_TOO_LARGE: new AppError('too_large', requestTexts.bodyTooLarge, { field: 'body' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new AppError('unsupported_type', requestTexts.notJson),
  // PostgreSQL's codes for a NUL character in a text or in JSON (class 22).
  '22021': new AppError('invalid_input', requestTexts.unstorable),
  '22P05': new AppError('invalid_input', requestTexts.unstorable),
  FST_ERR_BAD_URL: new AppError('invalid_input', requestTexts.badAddress),
};

/** Converts anything thrown while answering to an error reply. */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // No client is left to read a reply, and anyone could fill the log.
  if (isBrokenOff(request, error)) {
    request.log.debug({ call: callOf(request) }, 'broken off by the client');
    return sendHttpError(new AppError('invalid_input', requestTexts.otherLength), request, reply);
  }
  const refusal = toHttpError(error);
  // A shop that says that it is starting, stopping, or full has not failed.
  if (error instanceof AppError && error.code === 'unavailable')
    request.log.warn({ err: error }, 'request put off');
  else if (errorStatuses[refusal.code] >= 500) request.log.error({ err: error }, 'request failed');
  if (isBodyBounded(request)) reply.removeHeader('connection');
  return sendHttpError(refusal, request, reply);
}

/** Whether the rest of a refused body may still arrive; Node discards it. Fastify closes the connection
 * instead, and a proxy that is still sending counts the reset as a failed server: nginx would pass no visitor
 * to it. */
function isBodyBounded({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length']) <= largestBodyBytes;
}

/** Whether an error means that the rest of the request’s body never arrived. */
function isBrokenOff({ raw }: FastifyRequest, error: Error): boolean {
  return raw.errored === error;
}

/** A call’s name in the log: its method and its route. */
function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`;
}

/** Sends an error reply. A 5xx carries the request id, which the log has too, and no internals. */
export function sendHttpError(refusal: AppError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = errorStatuses[refusal.code];
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body: ErrorReply = {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.field === undefined ? {} : { field: refusal.field }),
      ...(refusal.scope === undefined ? {} : { scope: refusal.scope }),
      ...(refusal.current === undefined ? {} : { current: refusal.current }),
      ...(refusal.cells === undefined ? {} : { cells: refusal.cells }),
      ...(status >= 500 ? { requestId: request.id } : {}),
    },
  };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** Converts an error thrown while answering to an AppError. */
export function toHttpError(error: FastifyError | Error): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toInputError(error.validation);
  if ('code' in error) {
    const known = frameworkErrors[error.code];
    if (known) return known;
  }
  const ofPlatform = fromPlatform(error);
  if (ofPlatform) return ofPlatform;
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return new AppError(codeOf(status), error.message);
  return new AppError('internal', errorTexts.wentWrong);
}

function toInputError(issues: { instancePath: string; message?: string }[]): AppError {
  const [issue] = issues;
  const field = issue?.instancePath.split('/').filter(Boolean).join('.') || 'body';
  return new AppError('invalid_input', issue?.message ?? errorTexts.notValid, { field });
}

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorStatuses) as ErrorCode[];
  return codes.find((code) => errorStatuses[code] === status) ?? 'invalid_input';
}

const MINUTE_MS = 60_000;

/** Lines per minute: a flood of refused calls must not fill the disk. */
const MAX_LINES = 1_000;

/** Logs what is refused, and to whom: the same refusal once a minute per client, and no user input. */
export const logErrors = fp(
  async (app: FastifyInstance, { clock }: { clock: Clock }) => {
    let minute = 0;
    let logged = new Set<string>();

    function isNews(refusal: object): boolean {
      const now = Math.floor(clock.now().getTime() / MINUTE_MS);
      if (now !== minute) logged = new Set();
      minute = now;
      const key = JSON.stringify(refusal);
      if (logged.has(key) || logged.size >= MAX_LINES) return false;
      logged.add(key);
      return true;
    }

    app.addHook('onError', async (request, _reply, error) => {
      if (isBrokenOff(request, error)) return;
      const { code } = toHttpError(error);
      if (errorStatuses[code] >= 500) return;
      const refusal = {
        code,
        call: callOf(request),
        client: clientAddress(request.ip),
        userId: request.currentUser?.userId,
      };
      if (isNews(refusal)) request.log.info(refusal, 'refused');
    });
  },
  { name: 'refusal-log' },
);

/** An adapter error on the wire: code, message, and the field it is about. */
type Wire = [code: ErrorCode, words: string, field?: string];

const accountErrors: Record<AccountErrorCode, Wire> = {
  wrong_password: ['not_signed_in', account.wrongPassword],
  not_this_password: ['invalid_input', account.notThisPassword, 'password'],
  not_current_password: ['invalid_input', account.notThisPassword, 'currentPassword'],
  no_password: ['conflict', account.noPassword],
  not_signed_in: ['not_signed_in', errorTexts.signIn],
  second_factor_needed: ['second_factor_needed', account.secondFactorNeeded],
  wrong_code: ['invalid_input', account.wrongCode, 'code'],
  last_wrong_code: ['invalid_input', account.lastWrongCode, 'code'],
  passkey_refused: ['invalid_input', account.passkeyRefused, 'passkey'],
  factor_exists: ['conflict', account.factorExists],
  no_such_factor: ['not_found', account.noSuchFactor],
  too_many_passkeys: ['conflict', account.tooManyPasskeys],
  other_email: ['invalid_input', account.otherEmail, 'email'],
  already_verified: ['conflict', account.alreadyVerified],
  invalid_link: ['invalid_input', account.invalidLink, 'token'],
  expired_link: ['invalid_input', account.expiredLink, 'token'],
};

const sandboxErrors: Record<SandboxErrorCode, Wire> = {
  no_such_intent: ['not_found', card.noSuchPayment],
  cancelled: ['conflict', card.cancelled],
  not_waiting: ['conflict', testCard.notWaiting],
  incomplete_number: ['invalid_input', testCard.incomplete, 'card.number'],
  invalid_number: ['invalid_input', testCard.invalid, 'card.number'],
  invalid_expiry: ['invalid_input', testCard.expiry, 'card.expiry'],
  expired: ['invalid_input', testCard.expired, 'card.expiry'],
  invalid_security_code: ['invalid_input', testCard.securityCode, 'card.securityCode'],
  generic_decline: ['card_declined', testCard.declined],
  insufficient_funds: ['card_declined', testCard.noFunds],
  test_mode_live_card: ['card_declined', testCard.noTestCard],
  authentication_failed: ['card_declined', testCard.notAuthenticated],
};

/** Converts an adapter's error to an AppError; `undefined` for any other error. */
function fromPlatform(error: Error): AppError | undefined {
  if (error instanceof AccountError) return toAppError(accountErrors[error.code]);
  if (error instanceof SandboxError) return toAppError(sandboxErrors[error.code]);
  if (error instanceof TooManyHits) {
    const { retryAfterSeconds } = error;
    const words = errorTexts.tooManyTries(waitInWords(retryAfterSeconds));
    return new AppError('too_many_requests', words, { retryAfterSeconds });
  }
  if (error instanceof ChargeRefusedError) return new AppError('conflict', card.notByCard(error.message));
  if (error instanceof CardPaymentsError)
    return new AppError('provider_failed', card.noAnswer, { retryAfterSeconds: 2 });
  if (error instanceof ProviderError)
    return new AppError('unavailable', account.serviceAway, { retryAfterSeconds: 5 });
  if (isOfDeletedAccount(error)) return toAppError(accountErrors.not_signed_in);
  if (!isDatabaseUnavailable(error)) return undefined;
  const retryAfterSeconds = error instanceof TooManyWaiting ? error.retryAfterSeconds : 2;
  return new AppError('unavailable', errorTexts.busy, { retryAfterSeconds });
}

function toAppError([code, words, field]: Wire): AppError {
  return new AppError(code, words, field === undefined ? {} : { field });
}

/** Formats a waiting time, rounded up: '40 seconds', '1 minute', '12 minutes'. */
function waitInWords(seconds: number): string {
  return seconds < 60 ? errorTexts.seconds(seconds) : errorTexts.minutes(Math.ceil(seconds / 60));
}
