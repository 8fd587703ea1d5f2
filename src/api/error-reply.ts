import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type ErrorCode, type ErrorReply, errorStatuses, Refusal } from '#contracts/api-error.ts';
import { CardPaymentsError, ChargeRefusedError } from '#platform/card-payments/card-payments.ts';
import { isDatabaseAway } from '#platform/database/database-away.ts';

/** What the framework itself refuses, in the words of the API. */
const frameworkRefusals: Record<string, Refusal> = {
  FST_ERR_CTP_INVALID_JSON_BODY: new Refusal('invalid_input', 'The body is not valid JSON', {
    field: 'body',
  }),
  FST_ERR_CTP_EMPTY_JSON_BODY: new Refusal('invalid_input', 'The body is empty', { field: 'body' }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new Refusal('invalid_input', 'The body is not as long as announced'),
  FST_ERR_CTP_BODY_TOO_LARGE: new Refusal('too_large', 'The body is too large', { field: 'body' }),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: new Refusal('unsupported_type', 'Send the body as application/json'),
  // What PostgreSQL says of a NUL character in a text or in JSON (class 22).
  '22021': new Refusal('invalid_input', 'The text holds a character that cannot be stored'),
  '22P05': new Refusal('invalid_input', 'The text holds a character that cannot be stored'),
  FST_ERR_BAD_URL: new Refusal('invalid_input', 'The address is not valid'),
};

/** Turns anything thrown while answering into an error reply (decision 24). */
export function sendError(
  error: FastifyError | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = toRefusal(error);
  if (errorStatuses[refusal.code] >= 500) request.log.error({ err: error }, 'request failed');
  return sendRefusal(refusal, request, reply);
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
    return new Refusal('conflict', `This order cannot be paid by card: ${error.message}`);
  }
  if (error instanceof CardPaymentsError) {
    return new Refusal(
      'provider_failed',
      'The card payment service did not answer. Please try again in a moment',
      {
        retryAfterSeconds: 2,
      },
    );
  }
  if ('code' in error) {
    const known = frameworkRefusals[error.code];
    if (known) return known;
  }
  if (isDatabaseAway(error)) {
    return new Refusal('unavailable', 'The shop is busy. Please try again in a moment', {
      retryAfterSeconds: 2,
    });
  }
  const status = 'statusCode' in error ? error.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500)
    return new Refusal(codeOf(status), error.message);
  return new Refusal('internal', 'Something went wrong on our side. Please try again');
}

function toInputRefusal(issues: { instancePath: string; message?: string }[]): Refusal {
  const [issue] = issues;
  const field = issue?.instancePath.split('/').filter(Boolean).join('.') || 'body';
  return new Refusal('invalid_input', issue?.message ?? 'Not valid', { field });
}

function codeOf(status: number): ErrorCode {
  const codes = Object.keys(errorStatuses) as ErrorCode[];
  return codes.find((code) => errorStatuses[code] === status) ?? 'invalid_input';
}
