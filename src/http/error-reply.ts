import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorCode, type ErrorReply, errorStatuses, Refusal } from '#contracts/api-error.ts';
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts';
import { CardPaymentsError, ChargeRefusedError } from '#platform/payments/card-payments.ts';
import { cardProviderTexts, refusalTexts, requestTexts } from '#texts/refusals.ts';

/** What the framework itself refuses, in the words of the API. */
const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new Refusal('invalid_input', requestTexts.badJson, {
    field: 'body',
  }),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refusal('invalid_input', requestTexts.emptyBody, { field: 'body' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('invalid_input', requestTexts.otherLength),
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('too_large', requestTexts.bodyTooLarge, { field: 'body' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('unsupported_type', requestTexts.notJson),
  // What PostgreSQL says of a NUL character in a text or in JSON (class 22).
  '22021': new Refusal('invalid_input', requestTexts.unstorable),
  '22P05': new Refusal('invalid_input', requestTexts.unstorable),
  FST_ERR_BAD_URL: new Refusal('invalid_input', requestTexts.badAddress),
};

/** Turns anything thrown while answering into an error reply (decision 24). */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  // Nobody is there to read a reply, and anybody could fill the log.
  if (isBrokenOff(request, error)) {
    request.log.debug({ call: callOf(request) }, 'broken off by the client');
    return sendRefusal(new Refusal('invalid_input', requestTexts.otherLength), request, reply);
  }
  const refusal = toRefusal(error);
  if (errorStatuses[refusal.code] >= 500) request.log.error({ err: error }, 'request failed');
  return sendRefusal(refusal, request, reply);
}

/** Whether what was thrown is that the rest of the request’s body never came. */
export function isBrokenOff({ raw }: FastifyRequest, error: Error): boolean {
  return raw.errored === error;
}

/** A call’s name in the log: its method and its route. */
export function callOf({ method, routeOptions }: FastifyRequest): string {
  return `${method} ${routeOptions.url}`;
}

/** Sends a refusal. A 5xx carries the request id that the log has too, and nothing of the inside. */
export function sendRefusal(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const status = errorStatuses[refusal.code];
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  const body: ErrorReply = {
    error: {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.field === undefined ? {} : { field: refusal.field }),
      ...(status >= 500 ? { requestId: request.id } : {}),
    },
  };
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(body));
}

/** What an error thrown while answering refuses, in the words of the API. */
export function toRefusal(error: FastifyError | Error): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toInputRefusal(error.validation);
  if (error instanceof ChargeRefusedError) {
    return new Refusal('conflict', cardProviderTexts.notByCard(error.message));
  }
  if (error instanceof CardPaymentsError) {
    return new Refusal('provider_failed', cardProviderTexts.noAnswer, {
      retryAfterSeconds: 2,
    });
  }
  if ('code' in error) {
    const known = frameworkRefusals[error.code];
    if (known) return known;
  }
  if (isDatabaseUnavailable(error)) {
    return new Refusal('unavailable', refusalTexts.busy, {
      retryAfterSeconds: 2,
    });
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return new Refusal(codeOf(status), error.message);
  return new Refusal('internal', refusalTexts.wentWrong);
}

function toInputRefusal(issues: { instancePath: string; message?: string }[]): Refusal {
  const [issue] = issues;
  const field = issue?.instancePath.split('/').filter(Boolean).join('.') || 'body';
  return new Refusal('invalid_input', issue?.message ?? refusalTexts.notValid, { field });
}

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorStatuses) as ErrorCode[];
  return codes.find((code) => errorStatuses[code] === status) ?? 'invalid_input';
}
